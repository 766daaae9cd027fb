/**
 * What this browser knows of the dice of a table, to compare it with the record afterwards. It is kept longer than
 * the seats: a server that takes a seat away must not make the browser forget what it was promised.
 */

export interface Promised {
  table: string;
  /** What the server was bound to when this browser first saw the table; empty if it was not seen. */
  commitment: string;
  /** By the names of players: what was added to the dice from here. */
  lucks: Record<string, string>;
}

const KEY = "passgo.dice";
const MOST = 200;

export function findCommitment(table: string): Promised | undefined {
  return all().find((one) => one.table === table);
}

/** Note what the dice of a table were committed to, the first time it is seen. */
export function saveCommitment(table: string, commitment: string): void {
  const before = findCommitment(table);
  if (!before?.commitment) store({ table, lucks: {}, ...before, commitment });
}

/** Note what a player added to the dice before the game; null for who got up again. */
export function saveContribution(table: string, name: string, luck: string | null): void {
  const before = findCommitment(table);
  const lucks = new Map(Object.entries(before?.lucks ?? {}));
  if (luck === null) lucks.delete(name);
  else lucks.set(name, luck);
  store({ table, commitment: before?.commitment ?? "", lucks: Object.fromEntries(lucks) });
}

/** The seats were lost before the game: others may sit there, under the same names. */
export function forgetContributions(table: string): void {
  const before = findCommitment(table);
  if (before) store({ ...before, lucks: {} });
}

function all(): Promised[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.flatMap(promisedOf) : [];
  } catch {
    return []; // storage may be forbidden or hold what is not ours
  }
}

function promisedOf(data: unknown): Promised[] {
  if (typeof data !== "object" || data === null) return [];
  const { table, commitment, lucks } = data as Record<string, unknown>;
  if (typeof table !== "string" || typeof commitment !== "string") return [];
  const kept = Object.entries(lucks ?? {}).filter(([, luck]) => typeof luck === "string");
  return [{ table, commitment, lucks: Object.fromEntries(kept) }];
}

function store(promised: Promised): void {
  const others = all().filter((one) => one.table !== promised.table);
  try {
    localStorage.setItem(KEY, JSON.stringify([promised, ...others].slice(0, MOST)));
  } catch {
    // not remembered where nothing may be stored
  }
}
