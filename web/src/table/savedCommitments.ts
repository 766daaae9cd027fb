/**
 * What this browser knows of the dice of a table, to compare it with the record afterwards. It is kept longer than
 * the seats: a server that takes a seat away must not make the browser forget what it was promised.
 */

export interface SavedCommitment {
  table: string;
  /** What the server was bound to when this browser first saw the table; empty if it was not seen. */
  commitment: string;
  /** By the names of players: what they contributed to the dice from this browser. */
  contributions: Record<string, string>;
}

const KEY = "passgo.dice";
const MOST = 200;

export function findCommitment(table: string): SavedCommitment | undefined {
  return all().find((one) => one.table === table);
}

/** Save what the dice of a table are committed to, the first time it is seen. */
export function saveCommitment(table: string, commitment: string): void {
  const before = findCommitment(table);
  if (!before?.commitment) store({ table, contributions: {}, ...before, commitment });
}

/** Save what a player contributed to the dice before the game; null if the player left the seat. */
export function saveContribution(table: string, name: string, contribution: string | null): void {
  const before = findCommitment(table);
  const contributions = new Map(Object.entries(before?.contributions ?? {}));
  if (contribution === null) contributions.delete(name);
  else contributions.set(name, contribution);
  store({
    table,
    commitment: before?.commitment ?? "",
    contributions: Object.fromEntries(contributions),
  });
}

/** The seats were lost before the game: others may sit there, under the same names. */
export function forgetContributions(table: string): void {
  const before = findCommitment(table);
  if (before) store({ ...before, contributions: {} });
}

function all(): SavedCommitment[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.flatMap(readSavedCommitment) : [];
  } catch {
    return []; // storage may be forbidden or hold what is not ours
  }
}

function readSavedCommitment(data: unknown): SavedCommitment[] {
  if (typeof data !== "object" || data === null) return [];
  const { table, commitment, contributions } = data as Record<string, unknown>;
  if (typeof table !== "string" || typeof commitment !== "string") return [];
  const kept = Object.entries(contributions ?? {}).filter(
    ([, contribution]) => typeof contribution === "string",
  );
  return [{ table, commitment, contributions: Object.fromEntries(kept) }];
}

function store(saved: SavedCommitment): void {
  const others = all().filter((one) => one.table !== saved.table);
  try {
    localStorage.setItem(KEY, JSON.stringify([saved, ...others].slice(0, MOST)));
  } catch {
    // not remembered where nothing may be stored
  }
}
