/**
 * The games that this browser has a seat in, and whether they are waiting for the user.
 */
import type { TableInfo } from "../generated/wire";
import { listSaved, forgetTable, updateSaved, type SavedTable } from "../table/savedSeats";
import { api, Problem, type SeatView } from "../wire/api";

/** The maximum number of games shown, latest first. */
const MOST = 12;
/** The number of unfinished games that come first on a small screen. */
const FIRST = 2;

export interface SavedGame {
  saved: SavedTable;
  info: TableInfo;
  /** Whether one of this browser's seats must decide. */
  yours: boolean;
  /** The names of other players who must decide. */
  others: string[];
  /** 0 if no game is in progress. */
  round: number;
}

/** Load the game as the holder of a key sees it; null if the server does not send it. */
function loadView(table: string, key: string): Promise<SeatView | null> {
  return api.view(table, key).catch(() => null);
}

async function loadGame(saved: SavedTable): Promise<SavedGame | null> {
  try {
    const info = await api.show(saved.table);
    if (info.status === "over" && !saved.over) updateSaved(saved.table, { over: true });
    if (info.status !== "playing") return { saved, info, yours: false, others: [], round: 0 };
    const seen = await Promise.all(saved.keys.map((key) => loadView(saved.table, key)));
    const you = seen.flatMap((one) => one?.you ?? []);
    const view = seen.find((one) => one?.view)?.view;
    const waiting = view?.waiting_for ?? [];
    const others = waiting.filter((seat) => !you.includes(seat));
    return {
      saved,
      info,
      yours: waiting.some((seat) => you.includes(seat)),
      others: others.flatMap((seat) => info.seats[seat]?.name ?? []),
      round: view?.round ?? 0,
    };
  } catch (error) {
    if (error instanceof Problem && error.code === "table.unknown") forgetTable(saved.table);
    return null;
  }
}

/**
 * Return all games: those waiting for the user first, finished ones last. Games that no longer
 * exist are forgotten.
 */
export async function loadYourGames(): Promise<SavedGame[]> {
  const found = await Promise.all(listSaved().slice(0, MOST).map(loadGame));
  const rank = ({ info, yours }: SavedGame) => (info.status === "over" ? 2 : yours ? 0 : 1);
  return found.filter((one) => one !== null).sort((a, b) => rank(a) - rank(b));
}

/**
 * Estimate the number of unfinished games from saved data alone, so that space can be reserved for
 * them.
 */
export function countLikely(): number {
  return Math.min(
    FIRST,
    listSaved()
      .slice(0, MOST)
      .filter(({ over }) => !over).length,
  );
}

/** Return the games that come first on a small screen, and the rest. */
export function splitGames(found: readonly SavedGame[]): [first: SavedGame[], rest: SavedGame[]] {
  const first = found.filter(({ info }) => info.status !== "over").slice(0, FIRST);
  return [first, found.filter((one) => !first.includes(one))];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return how long ago something happened, in words. */
export function agoText(at: number, now: number, language: string): string {
  const said = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const ago = Math.max(0, now - at);
  if (ago < HOUR) return said.format(-Math.floor(ago / MINUTE), "minute");
  if (ago < DAY) return said.format(-Math.floor(ago / HOUR), "hour");
  return said.format(-Math.floor(ago / DAY), "day");
}

/** Give up a table: the host deletes it for everyone; other players only forget their seats. */
export async function giveUp({ saved, info }: SavedGame): Promise<void> {
  if (saved.host && info.status !== "over") {
    await api.remove(saved.table, saved.host).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code === "network") throw error;
    });
  }
  forgetTable(saved.table);
}
