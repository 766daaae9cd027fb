/** The log: what happened, cut into turns and told in sentences. */
import type { GameEvent, Happened } from "../generated/wire";

type Decider = Happened["by"];

export interface Turn<Line> {
  /** Keeps its place while the log grows: the number of the turn, -1 before the first. */
  key: number;
  /** Whose turn it is; -1 before the first. */
  seat: number;
  /** The set-up of the game, before its first turn. */
  first: boolean;
  lines: Line[];
}

export interface Told {
  text: string;
  cites: string[];
  events: GameEvent[];
}

export interface LogLine {
  text: string;
  cites: string[];
  /** Who decided, where it was not the player. */
  by: Decider;
  /** What a bot says of the offer it made or answered. */
  why?: Why | undefined;
}

type Why = NonNullable<Happened["why"]>;

const BARGAINING = new Set<string>(["TradeOffered", "TradeAccepted", "TradeRefused"]);

interface Row {
  key: number;
  seat: number;
  events: GameEvent[];
}

/**
 * The events of each turn, the oldest first. "Ann passes the dice to Bob" is one sentence and ends Ann's turn;
 * a turn that begins by itself is told by its heading.
 */
export function rowsOf(happened: readonly Happened[]): Row[] {
  const rows: Row[] = [];
  let row: Row = { key: -1, seat: -1, events: [] };
  for (const { events } of happened) {
    for (const [place, event] of events.entries()) {
      if (event.event !== "TurnBegan") {
        row.events.push(event);
        continue;
      }
      if (events[place - 1]?.event === "DicePassed") row.events.push(event);
      if (row.events.length > 0) rows.push(row);
      row = { key: event.turn, seat: event.seat, events: [] };
    }
  }
  if (row.events.length > 0 || row.key >= 0) rows.push(row);
  return rows;
}

/** The new lines of a turn, the newest first; those that say what they said before are the same objects. */
function reused(before: readonly LogLine[], now: LogLine[]): LogLine[] {
  const grown = now.length - before.length;
  return now.map((line, place) => {
    const old = before[place - grown];
    const same = old?.text === line.text && old.by === line.by && old.why === line.why;
    return same && String(old.cites) === String(line.cites) ? old : line;
  });
}

/** Tells turns, and tells a turn again only when something was added to it. */
export class Teller {
  private kept = new Map<
    number,
    { first: GameEvent | undefined; count: number; lines: LogLine[] }
  >();

  constructor(private readonly tell: (events: GameEvent[]) => Told[]) {}

  /** The turns, the newest first, and in each the newest line first. */
  turns(happened: readonly Happened[]): Turn<LogLine>[] {
    const by = new Map<GameEvent, Happened>();
    for (const one of happened)
      if (one.by === "clock" || one.by === "table" || one.why)
        for (const event of one.events) by.set(event, one);
    const kept: typeof this.kept = new Map();
    const turns = rowsOf(happened).map(({ key, seat, events }) => {
      const before = this.kept.get(key);
      const same = before && before.first === events[0] && before.count === events.length;
      const lines = same ? before.lines : reused(before?.lines ?? [], this.linesOf(events, by));
      kept.set(key, { first: events[0], count: events.length, lines });
      return { key, seat, first: events[0]?.event === "GameSetUp", lines };
    });
    this.kept = kept;
    return turns.reverse();
  }

  private linesOf(events: GameEvent[], by: ReadonlyMap<GameEvent, Happened>): LogLine[] {
    return this.tell(events)
      .map(({ text, cites, events: told }) => {
        const message = told[0] && by.get(told[0]);
        const bargained = told.some(({ event }) => BARGAINING.has(event));
        return {
          text,
          cites: [...new Set(cites)].filter(Boolean),
          by: message?.by ?? "seat",
          why: bargained ? message?.why : undefined,
        };
      })
      .reverse();
  }
}
