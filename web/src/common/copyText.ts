/** Copy a text. On plain HTTP there is no clipboard API, so the old command is tried next. */
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
      return false; // the text is selected, so the user can press Ctrl+C
    }
  }
}
