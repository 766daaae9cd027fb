/** Loads a record from the server or from a local file. */
import { Problem, problemOf } from "../wire/api";

export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** Return the file's exact bytes, because the checksums cover them. */
export async function fetchRecord(table: string): Promise<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(recordPath(table));
  } catch {
    throw new Problem("network", "", 0);
  }
  if (!answer.ok) throw problemOf(await answer.text(), answer.status);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function readFile(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
