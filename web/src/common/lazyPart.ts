/** Parts of the page whose code is loaded when it is needed. */

const parts = new WeakMap<() => Promise<unknown>, unknown>();

/** Return a part if it has been loaded, otherwise a promise for it. */
export function partOf<Part>(load: () => Promise<Part>): Part | Promise<Part> {
  return (parts.get(load) as Part | undefined) ?? loadPart(load);
}

/**
 * Load a part before it is needed. If loading fails, the part is loaded again when it is needed.
 */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  await load().then(
    (part) => kept(load, part),
    () => {},
  );
}

/**
 * Load a part. After a failed request, browsers don't fetch code from the same address again, so
 * the retry uses a different address.
 */
async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return kept(load, await load());
  } catch (error) {
    styleAgain();
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (address === undefined) return kept(load, await load());
    const again = (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Part;
    return kept(load, again);
  }
}

function kept<Part>(load: () => Promise<Part>, part: Part): Part {
  parts.set(load, part);
  return part;
}

/** Reload failed style sheets, which the module loader does not request again. */
function styleAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}

/** Resolve once the page has been drawn again; a hidden page is drawn when it is shown. */
const nextDrawing = () =>
  new Promise<unknown>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));

let board: Promise<unknown> | undefined;

/**
 * Return a loader that waits for the first board, so that the other parts of a running game do not
 * delay the board.
 */
export const afterBoard =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await (board ??= nextDrawing());
    return load();
  };
