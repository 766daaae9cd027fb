/** A game file that was dropped onto another page, kept until the replay page takes it. */

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
