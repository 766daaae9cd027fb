/**
 * The information about a table's dice that this browser has saved, for comparison with the record
 * after the game. It is kept longer than the seats: a server that takes a seat away must not make
 * the browser forget the commitment.
 */

export interface SavedCommitment {
  table: string;
  /** The server's commitment as this browser first saw it; empty if it was never seen here. */
  commitment: string;
  /** The contributions that players made to the dice from this browser, by name. */
  contributions: Record<string, string>;
}

const KEY = "passgo.dice";
const MOST = 200;

export function findCommitment(table: string): SavedCommitment | undefined {
  return all().find((one) => one.table === table);
}

/** Save a table's dice commitment the first time it is seen. */
export function saveCommitment(table: string, commitment: string): void {
  const before = findCommitment(table);
  if (!before?.commitment) store({ table, contributions: {}, ...before, commitment });
}

/**
 * Save a player's contribution to the dice before the game. Pass null to remove it when the player
 * leaves the seat.
 */
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

/**
 * Forget the contributions when the seats are lost before the game, because other players may take
 * those seats under the same names.
 */
export function forgetContributions(table: string): void {
  const before = findCommitment(table);
  if (before) store({ ...before, contributions: {} });
}

function all(): SavedCommitment[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.flatMap(readSavedCommitment) : [];
  } catch {
    return []; // storage may be blocked or contain unexpected data
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
    // not saved if storage is blocked
  }
}
