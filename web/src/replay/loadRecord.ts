/** Getting a record: from the server, or from a file of this computer. */
import { Problem, problemOf } from "../wire/api";

export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** The bytes as they are in the file: its sums are over them. */
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
