/**
 * Copy the text of a field. The clipboard API doesn't exist over plain HTTP, so `execCommand` is
 * the fallback.
 */
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
