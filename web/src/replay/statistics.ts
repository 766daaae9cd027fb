/**
 * A game's statistics: net worth, swings, rents and landings, computed in one pass over a full
 * record.
 */
import { HOTEL_LEVEL } from "../constants";
import { groupSpaces, type BoardData } from "../game/boardData";
import type { GameEndedEvent, GameEvent, View } from "../generated/wire";
import type { ReplayViews } from "./replayViews";

/** A step with a large change in someone's worth. */
export interface Swing {
  step: number;
  round: number;
  /** The largest change first. */
  changes: { seat: number; by: number }[];
}

/** A key moment to jump to. */
export interface Moment {
  step: number;
  round: number;
  kind: "group" | "hotel" | "rent" | "trade" | "out" | "end";
  /** The player, and the other player involved, if any; -1 for none. */
  seat: number;
  other: number;
  /** The group's key, if `kind` is `group`. */
  group: string;
  /** The space with the hotel, or the traded properties. */
  spaces: number[];
  /** The rent, or the price of the traded deeds. */
  amount: number;
}

export interface Figures {
  /** Net worth by step, then by seat. */
  worths: number[][];
  /** The round of each step. */
  rounds: number[];
  swings: Swing[];
  moments: Moment[];
  /** The rent that each seat (first index) paid to each other seat. */
  rents: number[][];
  /** The number of times a token stopped on each space. */
  landings: number[];
  /** The step at which each seat left the game; -1 if it stayed. */
  outs: number[];
  ended: GameEndedEvent | null;
  turns: number;
  /** The duration in seconds; null if the record has no times. */
  seconds: number | null;
}

const MOST_SWINGS = 5;
const MOST_RENTS = 5;
const MOST_TRADES = 10;

export function figuresOf(views: ReplayViews, board: BoardData): Figures {
  const seats = views.record.header.players.map((_, seat) => seat);
  const worths: number[][] = [];
  const rounds: number[] = [];
  const rents = seats.map(() => seats.map(() => 0));
  const landings = board.spaces.map(() => 0);
  const outs = seats.map(() => -1);
  const moments = new Moments(board);
  let ended: GameEndedEvent | null = null;
  let turns = 0;
  views.run((view, step, number) => {
    worths.push(step.worths);
    rounds.push(view.round);
    turns = view.turn;
    view.players.forEach((player, seat) => {
      if (player.out && outs[seat] === -1) outs[seat] = number;
    });
    for (const event of step.events) {
      if (event.event === "GameEnded") ended = event;
      if (event.event === "TokenMoved") landings[event.space] = (landings[event.space] ?? 0) + 1;
      if (event.event === "MoneyPaid" && event.reason === "rent") {
        const paid = rents[event.payer];
        if (paid) paid[event.payee] = (paid[event.payee] ?? 0) + event.amount;
      }
    }
    moments.see(view, step.events, number);
  });
  const times = views.record.steps.flatMap(({ time }) => (time === null ? [] : [time]));
  return {
    worths,
    rounds,
    swings: swingsOf(worths, rounds),
    moments: moments.all(),
    rents,
    landings,
    outs,
    ended,
    turns,
    seconds: times[times.length - 1] ?? null,
  };
}

/** Return the steps with the largest changes, in descending order. */
function swingsOf(worths: number[][], rounds: number[]): Swing[] {
  const swings = worths.slice(1).flatMap((after, place): Swing[] => {
    const before = worths[place] ?? [];
    const changes = after
      .map((worth, seat) => ({ seat, by: worth - (before[seat] ?? 0) }))
      .filter(({ by }) => by !== 0)
      .sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
    return changes.length > 0 ? [{ step: place + 1, round: rounds[place + 1] ?? 0, changes }] : [];
  });
  const size = (swing: Swing): number => Math.abs(swing.changes[0]?.by ?? 0);
  return swings.sort((one, other) => size(other) - size(one)).slice(0, MOST_SWINGS);
}

/** Collects the key moments of a game. */
class Moments {
  private readonly found: Moment[] = [];
  private readonly groups: [string, number[]][];
  private readonly holders = new Map<string, number>();
  private readonly hotels = new Set<number>();

  constructor(private readonly board: BoardData) {
    this.groups = [...groupSpaces(board)];
  }

  see(view: View, events: readonly GameEvent[], step: number): void {
    const add = (kind: Moment["kind"], seat: number, more: Partial<Moment> = {}) => {
      const plain = { other: -1, group: "", spaces: [], amount: 0 };
      this.found.push({ step, round: view.round, kind, seat, ...plain, ...more });
    };
    for (const event of events) {
      if (event.event === "TradeAccepted") {
        const moved = events.flatMap((one) => (one.event === "DeedTransferred" ? [one.space] : []));
        const amount = moved.reduce(
          (sum, space) => sum + (this.board.spaces[space]?.price ?? 0),
          0,
        );
        add("trade", event.maker, { other: event.partner, spaces: moved, amount });
      }
      if (event.event === "PlayerLeft") add("out", event.seat, { other: event.heir });
      else if (event.event === "WentBankrupt")
        add("out", event.seat, { other: event.creditor, amount: event.amount });
      else if (event.event === "GameEnded") add("end", event.winners[0] ?? -1);
      else if (event.event === "BuildingBought" && event.houses === HOTEL_LEVEL) {
        if (!this.hotels.has(event.space)) add("hotel", event.seat, { spaces: [event.space] });
        this.hotels.add(event.space);
      } else if (event.event === "MoneyPaid" && event.reason === "rent") {
        add("rent", event.payer, { other: event.payee, amount: event.amount });
      }
    }
    const changed = events.some((event) => "space" in event);
    // Groups that were already complete in a game's starting position are not key moments.
    if (changed) this.seeGroups(view, (seat, group) => add("group", seat, { group }));
    else if (step === 0) this.seeGroups(view, () => {});
  }

  /**
   * Return the moments in game order: only the largest rents and trades, and one exit per player.
   */
  all(): Moment[] {
    const largest = (kind: Moment["kind"], most: number): Moment[] =>
      this.found
        .filter((moment) => moment.kind === kind)
        .sort((one, other) => other.amount - one.amount)
        .slice(0, most);
    const kept = new Set([...largest("rent", MOST_RENTS), ...largest("trade", MOST_TRADES)]);
    const out = new Set<number>();
    const last = (moment: Moment): number => Number(moment.kind === "end");
    const found = [...this.found].sort((one, other) => last(one) - last(other));
    return found.filter((moment) => {
      if (moment.kind === "rent" || moment.kind === "trade") return kept.has(moment);
      if (moment.kind !== "out") return true;
      if (out.has(moment.seat)) return false;
      out.add(moment.seat);
      return true;
    });
  }

  private seeGroups(view: View, report: (seat: number, group: string) => void): void {
    const owners = new Map(view.properties.map((property) => [property.space, property.owner]));
    for (const [group, spaces] of this.groups) {
      const owner = owners.get(spaces[0] ?? -1) ?? -1;
      const all = owner >= 0 && spaces.every((space) => owners.get(space) === owner);
      if (all && this.holders.get(group) !== owner) report(owner, group);
      this.holders.set(group, all ? owner : -1);
    }
  }
}

export interface FinalPlace {
  seat: number;
  worth: number;
  won: boolean;
  /** The round in which the player left the game; 0 if they stayed until the end. */
  out: number;
}

/**
 * Return the final standings: the winners, then the others, ranked by how long they stayed and
 * then by worth.
 */
export function finalStanding(figures: Figures): FinalPlace[] {
  const final = figures.ended?.worths ?? figures.worths[figures.worths.length - 1] ?? [];
  const places = final.map((worth, seat): FinalPlace & { left: number } => {
    const left = figures.outs[seat] ?? -1;
    const won = figures.ended?.winners.includes(seat) ?? false;
    return { seat, worth, won, out: left < 0 ? 0 : (figures.rounds[left] ?? 0), left };
  });
  const late = (place: { left: number }): number => (place.left < 0 ? Infinity : place.left);
  return places
    .sort(
      (one, other) =>
        Number(other.won) - Number(one.won) ||
        (late(one) === late(other) ? other.worth - one.worth : late(other) > late(one) ? 1 : -1),
    )
    .map(({ seat, worth, won, out }) => ({ seat, worth, won, out }));
}
