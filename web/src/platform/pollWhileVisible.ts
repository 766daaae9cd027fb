/**
 * Call `work` immediately and then repeatedly, but only while the page is visible; return a
 * function that stops the calls.
 */
export function pollWhileVisible(work: () => Promise<void>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const next = async () => {
    clearTimeout(timer);
    if (over || document.visibilityState === "hidden") return;
    try {
      await work();
    } catch {
      // the next attempt may succeed
    }
    if (!over) timer = setTimeout(() => void next(), every);
  };
  const look = () => void next();
  document.addEventListener("visibilitychange", look);
  void next();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
