/** A game file that was dropped onto a page other than the replay page, which will open it. */

let waiting: File | null = null;

export function handOver(file: File): void {
  waiting = file;
}

/** Return the file and forget it. */
export function takeDropped(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}
