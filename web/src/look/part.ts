/** Parts of the page whose code comes when it is wanted. */

/**
 * Load a part. Browsers keep it in mind when the code of an address could not be fetched: then it is asked for under
 * another address.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    styleAgain();
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (address === undefined) return await load();
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Part;
  }
}

/** Styles that did not come are not asked for again by the one who loads code. */
function styleAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}
