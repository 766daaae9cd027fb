/** The games that this browser has a seat in: who plays there, and whether they wait for us. */
import type { TableInfo } from "../generated/wire";
import { listSaved, forgetTable, updateSaved, type SavedTable } from "../table/savedSeats";
import { api, Problem, type SeatView } from "../wire/api";

/** How many games are shown, the latest first. */
const MOST = 12;
/** How many games that go on come first on a small screen. */
const FIRST = 2;

export interface SavedGame {
  saved: SavedTable;
  info: TableInfo;
  /** Whether one of this browser's seats must decide. */
  yours: boolean;
  /** The names of others who must decide. */
  others: string[];
  /** 0 where none is being played. */
  round: number;
}

/** Load the game as a key sees it; null if the server does not send it. */
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

/** All of them, those that wait for us first, what is over last; what is gone is forgotten. */
export async function loadYourGames(): Promise<SavedGame[]> {
  const found = await Promise.all(listSaved().slice(0, MOST).map(loadGame));
  const rank = ({ info, yours }: SavedGame) => (info.status === "over" ? 2 : yours ? 0 : 1);
  return found.filter((one) => one !== null).sort((a, b) => rank(a) - rank(b));
}

/** How many of them are likely to go on, known before anybody is asked: so much room is kept. */
export function countLikely(): number {
  return Math.min(
    FIRST,
    listSaved()
      .slice(0, MOST)
      .filter(({ over }) => !over).length,
  );
}

/** What comes first on a small screen, and the rest. */
export function splitGames(found: readonly SavedGame[]): [first: SavedGame[], rest: SavedGame[]] {
  const first = found.filter(({ info }) => info.status !== "over").slice(0, FIRST);
  return [first, found.filter((one) => !first.includes(one))];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, as people say it. */
export function agoText(at: number, now: number, language: string): string {
  const said = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const ago = Math.max(0, now - at);
  if (ago < HOUR) return said.format(-Math.floor(ago / MINUTE), "minute");
  if (ago < DAY) return said.format(-Math.floor(ago / HOUR), "hour");
  return said.format(-Math.floor(ago / DAY), "day");
}

/** Give a table up: the host deletes it for everybody, others forget their seat. */
export async function giveUp({ saved, info }: SavedGame): Promise<void> {
  if (saved.host && info.status !== "over") {
    await api.remove(saved.table, saved.host).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code === "network") throw error;
    });
  }
  forgetTable(saved.table);
}
