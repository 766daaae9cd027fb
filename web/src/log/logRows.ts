/** The log: what happened, split into turns and narrated. */
import type { GameEvent, Played, View } from "../generated/wire";
import type { NarrationLine, Words } from "../say/words";
import type { HistoryMessage } from "../table/history";
import { changesOf, type Sitter, type SeatChange } from "../table/seatChanges";
import type { Part, StoryLine } from "./storyParts";

/** A message from the history, with the seats as they were at the time, if known. */
export type Entry = HistoryMessage & { seats?: readonly Sitter[] };

/** If the log is this many entries behind, it catches up in one step. */
const FAR = 8;

/** Return the entries that are shown plus the next one, or all entries if the log is far behind. */
export function oneMore<One>(from: One[], to: One[]): One[] {
  const at = from.length > 0 ? to.lastIndexOf(from.at(-1)!) : -1;
  const left = to.length - at - 1;
  return at < 0 || left < 2 || left > FAR ? to : to.slice(0, at + 2);
}

type Decider = Played["by"];

export interface Turn<Line> {
  /** A key that is stable as the log grows: the turn's number, or -1 before the first turn. */
  key: number;
  /** The seat whose turn it is; -1 before the first turn. */
  seat: number;
  /** Whether this is the setup of the game, before its first turn. */
  first: boolean;
  /** The names at the time; empty if they are not known. */
  names: readonly string[];
  lines: Line[];
}

/** The current turn, for entries without an event that starts one. */
export interface Now {
  turn: number;
  seat: number;
}

export interface LogLine {
  text: string;
  /** The text in parts to highlight, if it has any. */
  parts?: Part[] | undefined;
  /** The whole text, if the line sums it up. */
  whole?: StoryLine["whole"];
  /** The seat that the line is mainly about; without one, the line has no ribbon. */
  seat?: number | undefined;
  cites: string[];
  /** Who decided, if not the player. */
  by: Decider;
  /** A bot's reason for its action. */
  why?: Why | undefined;
}

type Why = NonNullable<Played["why"]>;

/**
 * Decides which standing orders for rent appear in the log. Asking for all rent is the default, and
 * the browser gives that order automatically. The order gets a line only when a player gives it
 * again after canceling it.
 */
export class RentOrders {
  private readonly back = new Set<number>();

  isUsual(event: GameEvent): boolean {
    if (event.event !== "RentOrderSet") return false;
    if (!event.on) this.back.add(event.seat);
    return event.on && !this.back.has(event.seat);
  }
}

/**
 * Return a sentence for a player who left or sat down. If the game goes on, a bot plays for a
 * player who left.
 */
export function sayChange(change: SeatChange, words: Words, view: View | null): string {
  const { seat, what, ...names } = change;
  const goesOn = view !== null && !view.over && !view.players[seat]?.out;
  return words.text(what === "left" && goesOn ? "side.log.left.bot" : `side.log.${what}`, names);
}

/** A change of players before the event at this index. */
interface SeatMove {
  place: number;
  before: readonly Sitter[];
  after: readonly Sitter[];
}

interface Row {
  key: number;
  seat: number;
  events: GameEvent[];
  /** The players in their seats at the start of the turn. */
  sitters: readonly Sitter[];
  moves: SeatMove[];
}

/**
 * Return the events of each turn, oldest first. Each turn has a heading, so the events that end a
 * turn and begin the next one get no line. `now` is the turn after the last event.
 */
export function rowsOf(entries: readonly Entry[], now?: Now): Row[] {
  const rows: Row[] = [];
  const orders = new RentOrders();
  let sitters = entries[0]?.seats ?? [];
  let row: Row = { key: -1, seat: -1, events: [], sitters, moves: [] };
  for (const { events, seats = sitters } of entries) {
    if (changesOf(sitters, seats).length > 0)
      row.moves.push({ place: row.events.length, before: sitters, after: seats });
    sitters = seats;
    for (const event of events) {
      if (orders.isUsual(event)) continue;
      if (event.event !== "TurnBegan") {
        row.events.push(event);
        continue;
      }
      if (row.events.length + row.moves.length > 0) rows.push(row);
      row = { key: event.turn, seat: event.seat, events: [], sitters, moves: [] };
    }
  }
  if (row.events.length + row.moves.length > 0 || row.key >= 0) rows.push(row);
  return numberFirstTurn(rows, now);
}

/** Give the first turn its number and player, if its start is missing but can be inferred. */
function numberFirstTurn(rows: Row[], now: Now | undefined): Row[] {
  const [first, second] = rows;
  if (first?.key !== -1 || isSetUp(first)) return rows;
  const seat = second ? rollerOf(first.events) : (now?.seat ?? -1);
  const key = second ? second.key - 1 : (now?.turn ?? -1);
  return seat < 0 || key < 1 ? rows : [{ ...first, key, seat }, ...rows.slice(1)];
}

const isSetUp = ({ events }: Row) => events[0]?.event === "GameSetUp";

function rollerOf(events: readonly GameEvent[]): number {
  for (const event of events)
    if (event.event === "TurnEnded" || event.event === "DiceRolled") return event.seat;
  return -1;
}

/**
 * Return the new lines of a turn, newest first, with the old object for each line that has not
 * changed.
 */
function reuseLines(before: readonly LogLine[], now: LogLine[]): LogLine[] {
  const grown = now.length - before.length;
  return now.map((line, place) => {
    const old = before[place - grown];
    const same = old?.text === line.text && old.by === line.by && old.why === line.why;
    const whole = old?.whole?.text === line.whole?.text;
    return same && whole && String(old.cites) === String(line.cites) ? old : line;
  });
}

/** Narrates turns, and narrates a turn again only when something was added to it. */
export class LogNarrator {
  private kept = new Map<
    number,
    { first: GameEvent | undefined; count: number; lines: LogLine[] }
  >();

  constructor(
    private readonly narrateEvents: (
      events: GameEvent[],
      names: readonly string[],
    ) => (NarrationLine & Partial<StoryLine>)[],
    private readonly describeChange: (change: SeatChange) => string = () => "",
  ) {}

  /** Return the turns, newest first, each with its newest line first. */
  turns(entries: readonly Entry[], now?: Now): Turn<LogLine>[] {
    const by = new Map<GameEvent, Entry>();
    for (const one of entries)
      if (one.type === "played" && (one.by === "clock" || one.by === "table" || one.why))
        for (const event of one.events) by.set(event, one);
    const kept: typeof this.kept = new Map();
    const turns = rowsOf(entries, now).map((row) => {
      const { key, seat, events, sitters, moves } = row;
      const before = this.kept.get(key);
      const count = events.length + moves.length;
      const same = before && before.first === events[0] && before.count === count;
      const lines = same ? before.lines : reuseLines(before?.lines ?? [], this.linesOf(row, by));
      kept.set(key, { first: events[0], count, lines });
      return { key, seat, first: isSetUp(row), names: sitters.map(({ name }) => name), lines };
    });
    this.kept = kept;
    return turns.reverse();
  }

  /**
   * Return the lines of a turn, newest first. Everything is narrated with the names at the time.
   */
  private linesOf({ events, sitters, moves }: Row, by: ReadonlyMap<GameEvent, Entry>): LogLine[] {
    const lines: LogLine[] = [];
    const narrateUpTo = (from: number, to: number, names: readonly Sitter[]) =>
      lines.push(...this.narrate(events.slice(from, to), names, by));
    let from = 0;
    let names = sitters;
    for (const { place, before, after } of moves) {
      narrateUpTo(from, place, before);
      for (const change of changesOf(before, after)) {
        const text = this.describeChange(change);
        if (text) lines.push({ text, seat: change.seat, cites: [], by: "seat" });
      }
      from = place;
      names = after;
    }
    narrateUpTo(from, events.length, names);
    return lines.reverse();
  }

  private narrate(
    events: GameEvent[],
    sitters: readonly Sitter[],
    by: ReadonlyMap<GameEvent, Entry>,
  ): LogLine[] {
    const names = sitters.map(({ name }) => name);
    const shown = events.filter(({ event }) => event !== "TurnEnded");
    return this.narrateEvents(shown, names).map((line) => {
      const { text, parts, whole, seat, cites, events: narrated } = line;
      const message = narrated[0] && by.get(narrated[0]);
      // A line may combine events that were decided in different ways.
      const alike = narrated.every((event) => by.get(event)?.by === message?.by);
      // A reason belongs to the first event of its action that isn't a payment (some payments are
      // not narrated), or to each event about its offer. A line about several bots shows the reason
      // of the one that it is mainly about.
      let why: Why | undefined;
      for (const event of narrated) {
        const one = by.get(event);
        const own = one?.events.find((each) => each.event !== "MoneyPaid") === event;
        if (event.event.startsWith("Trade") || (own && (event as { seat?: number }).seat === seat))
          why = one?.why ?? why;
      }
      return {
        text,
        parts,
        whole,
        seat,
        cites: [...new Set(cites)].filter(Boolean),
        by: (alike && message?.by) || "seat",
        why,
      };
    });
  }
}
