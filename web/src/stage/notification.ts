/** Calls a person back whose turn it is: in the tab's title and, where it is wanted and possible, as a notification. */

/** Show a notification if the page is hidden; a click on it brings the page back. */
export function notify(title: string, body: string, tag: string): void {
  // Over plain http on a LAN name there is no such thing, and phones allow it to workers alone.
  if (!document.hidden || typeof Notification !== "function") return;
  if (Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // the title says it
  }
}
