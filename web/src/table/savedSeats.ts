/** The tables for which this browser has keys, saved in its local storage. */

export interface SavedTable {
  table: string;
  /** The host key, if this browser created the table. */
  host?: string;
  /** The watch key, if there is one. */
  watch?: string;
  /** All keys; there is at least one. */
  keys: string[];
  /** When the table was last opened, in milliseconds. */
  at: number;
  /** Whether the game has ended. */
  over?: boolean;
  /** The number of the last chat line that was read. */
  read?: number;
  /** The seats that are muted. */
  muted?: number[];
}

const KEY = "passgo.tables";
const MOST = 50;

export function listSaved(): SavedTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.flatMap(readSavedTable) : [];
  } catch {
    return []; // storage may be blocked or contain unexpected data
  }
}

const isCount = (data: unknown): data is number => Number.isSafeInteger(data);

/** Read the stored data for one table; return nothing if it is invalid. */
function readSavedTable(data: unknown): SavedTable[] {
  if (typeof data !== "object" || data === null) return [];
  const { table, host, watch, keys, at, over, read, muted } = data as Record<string, unknown>;
  if (typeof table !== "string" || !Array.isArray(keys)) return [];
  const kept = keys.filter((one) => typeof one === "string");
  if (kept.length === 0) return [];
  const saved: SavedTable = { table, keys: kept, at: typeof at === "number" ? at : 0 };
  if (typeof host === "string") saved.host = host;
  if (typeof watch === "string") saved.watch = watch;
  if (over === true) saved.over = over;
  if (isCount(read)) saved.read = read;
  if (Array.isArray(muted)) saved.muted = muted.filter(isCount);
  return [saved];
}

export function findSaved(table: string): SavedTable | undefined {
  return listSaved().find((one) => one.table === table);
}

/**
 * Save a table's key, and whether it is the host key or a watch key. Only the tables most
 * recently saved or opened are kept.
 */
export function saveKey(table: string, key: string, as?: "host" | "watch"): SavedTable {
  const before = findSaved(table) ?? { table, keys: [], at: 0 };
  const keys = before.keys.includes(key) ? before.keys : [...before.keys, key];
  const saved: SavedTable = { ...before, keys, at: Date.now(), ...(as ? { [as]: key } : {}) };
  putFirst(saved);
  return saved;
}

/** Move a table that was opened again to the front. */
export function markOpened(table: string): void {
  const saved = findSaved(table);
  if (saved) putFirst({ ...saved, at: Date.now() });
}

/** Save more data about a saved table without changing the order. */
export function updateSaved(
  table: string,
  news: Pick<SavedTable, "over" | "read" | "muted">,
): void {
  const all = listSaved();
  if (all.some((one) => one.table === table))
    store(all.map((one) => (one.table === table ? { ...one, ...news } : one)));
}

/** Forget a table, or one of its keys. */
export function forgetTable(table: string, key?: string): void {
  const kept = listSaved().flatMap((one) => {
    if (one.table !== table) return [one];
    const { host, ...rest } = one;
    const keys = key === undefined ? [] : one.keys.filter((other) => other !== key);
    if (keys.length === 0) return [];
    return [host && host !== key ? { ...rest, host, keys } : { ...rest, keys }];
  });
  store(kept);
}

function putFirst(saved: SavedTable): void {
  store([saved, ...listSaved().filter(({ table }) => table !== saved.table)]);
}

function store(saved: SavedTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved.slice(0, MOST)));
  } catch {
    // without storage, the keys last until the page is closed
  }
}
