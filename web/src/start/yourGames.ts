/** The games that this browser has a seat in: who plays there, and whether they wait for us. */
import type { TableInfo } from "../generated/wire";
import { listSaved, forgetTable, updateSaved, type Held } from "../table/savedSeats";
import { api, Problem, type SeatView } from "../wire/api";

/** So many are shown, the latest first. */
const MOST = 12;
/** So many of those that go on come before all else on a small screen. */
const FIRST = 2;

export interface Going {
  held: Held;
  told: TableInfo;
  /** Whether one of our seats is waited for. */
  yours: boolean;
  /** Names of others who are waited for. */
  others: string[];
  /** 0 where none is being played. */
  round: number;
}

/** Ask for the game as it is; nothing if it cannot be had. */
function look(table: string, key: string): Promise<SeatView | null> {
  return api.view(table, key).catch(() => null);
}

async function going(held: Held): Promise<Going | null> {
  try {
    const told = await api.show(held.table);
    if (told.status === "over" && !held.over) updateSaved(held.table, { over: true });
    if (told.status !== "playing") return { held, told, yours: false, others: [], round: 0 };
    const seen = await Promise.all(held.keys.map((key) => look(held.table, key)));
    const you = seen.flatMap((one) => one?.you ?? []);
    const view = seen.find((one) => one?.view)?.view;
    const waiting = view?.waiting_for ?? [];
    const others = waiting.filter((seat) => !you.includes(seat));
    return {
      held,
      told,
      yours: waiting.some((seat) => you.includes(seat)),
      others: others.flatMap((seat) => told.seats[seat]?.name ?? []),
      round: view?.round ?? 0,
    };
  } catch (error) {
    if (error instanceof Problem && error.code === "table.unknown") forgetTable(held.table);
    return null;
  }
}

/** All of them, those that wait for us first, what is over last; what is gone is forgotten. */
export async function loadYourGames(): Promise<Going[]> {
  const found = await Promise.all(listSaved().slice(0, MOST).map(going));
  const rank = ({ told, yours }: Going) => (told.status === "over" ? 2 : yours ? 0 : 1);
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
export function splitGames(found: readonly Going[]): [first: Going[], rest: Going[]] {
  const first = found.filter(({ told }) => told.status !== "over").slice(0, FIRST);
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
export async function giveUp({ held, told }: Going): Promise<void> {
  if (held.host && told.status !== "over") {
    await api.remove(held.table, held.host).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code === "network") throw error;
    });
  }
  forgetTable(held.table);
}
