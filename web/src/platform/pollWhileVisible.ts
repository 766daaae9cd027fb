/** Do something now and again and again, but only while somebody looks at the page; returns how to stop. */
export function pollWhileVisible(work: () => Promise<void>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const next = async () => {
    clearTimeout(timer);
    if (over || document.visibilityState === "hidden") return;
    try {
      await work();
    } catch {
      // the next time may go well
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
