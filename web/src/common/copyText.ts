/** Copy a text; on plain http there is no clipboard, so the old way is tried next. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false; // the text is selected: Ctrl+C does it
    }
  }
}
