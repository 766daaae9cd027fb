/**
 * One table as this browser sees it. The view is always the truth of the last message; what moves on the
 * screen lags behind it and is told by `stream`, so that nothing that is drawn decides anything.
 */
import type {
  Action,
  Chatted,
  Clocks,
  Happened,
  Option,
  Present,
  Reacted,
  Saying,
  SeatOptions,
  SeatOrders,
  TableChanged,
  TableTold,
  View,
  Welcome,
  YourSeats,
} from "../generated/wire";
import {
  Connection,
  socketUrl,
  type Listener,
  type Outcome,
  type Status,
} from "../wire/connection";
import type { Times } from "./clockTime";
import { apply } from "./viewChanges";
import { findSaved, updateSaved } from "./savedSeats";
import { saveCommitment } from "./savedCommitments";
import { changesOf } from "./seatChanges";
import { readHistory, toldOf, type Happening, type Told } from "./history";

const HISTORY = 60;
const MOST_LINES = 600;
const MOST_SAYINGS = 200;

/** Somebody who shows what happens: the board moves tokens, the loudspeaker sounds. */
export type Watcher = (happened: Happened, view: View) => void;

export class Table implements Listener {
  /** Who sits here, by which rules; null until the first welcome. */
  told = $state.raw<TableTold | null>(null);
  /** The last version that was taken in. Apart from `told`, which else would be new with every message. */
  version = $state.raw(0);
  /** The version that the last own action made: the news of it comes after its answer. */
  private due = $state.raw(0);
  /** The game; null before it has begun. Fine-grained: only what changed is drawn anew. */
  view = $state<View | null>(null);
  /** The own seats; none for who watches. */
  you = $state.raw<number[]>([]);
  host = $state(false);
  status = $state<Status>("connecting");
  /** Somebody gets up here: the connection is closed for that, maybe before the answer comes. */
  leaving = false;
  /** Why the connection was closed for good, as a code. */
  why = $state("");
  /** What each own seat may do, by seat. */
  options = $state.raw<Record<number, SeatOptions>>({});
  orders = $state.raw<Record<number, SeatOrders>>({});
  /** What happened, the oldest first. */
  happened = $state.raw<Happening[]>([]);
  sayings = $state.raw<Saying[]>([]);
  /** The line that was said last while this browser listened. */
  lastSaid = $state.raw<Saying | null>(null);
  reactions = $state.raw<{ seat: number; reaction: string; at: number }[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The seats of people who are connected, and how many watch. */
  present = $state.raw<ReadonlySet<number>>(new Set());
  watching = $state.raw(0);
  /** When another player may become the host, by this browser's clock; null while the host is here. */
  takeover = $state.raw<number | null>(null);
  clock = $state.raw<{ clocks: Clocks; at: number } | null>(null);
  private readonly watchers = new Set<Watcher>();
  private readonly connection: Connection;

  constructor(
    readonly name: string,
    tokens: readonly string[],
  ) {
    this.muted = new Set(findSaved(name)?.muted);
    this.connection = new Connection(socketUrl(), name, tokens, this, HISTORY);
  }

  // -- what this browser does ----------------------------------------------------------------------

  /** Play an action. What answers the table's question is bound to that question. */
  async play(action: Action): Promise<Outcome> {
    const options = this.options[action.seat];
    const answers = options?.options.some(
      (one) => one.action === action.action && "answers" in one,
    );
    const outcome = await this.connection.play(action, answers ? options?.wait : undefined);
    if ("played" in outcome) this.due = Math.max(this.due, outcome.version);
    return outcome;
  }

  /** Whether it is known what an own seat may do, its own last action included. */
  knows(seat: number): boolean {
    return (this.options[seat]?.version ?? -1) >= Math.max(this.version, this.due);
  }

  /** Ask what an action would do, or why it is refused. */
  check(action: Action): Promise<Outcome> {
    return this.connection.check(action);
  }

  /** End the turn whenever nothing else is left to do, or decline every offer. */
  async order(seat: number, what: "end_turn" | "decline_offers", on: boolean): Promise<Outcome> {
    const outcome = await this.connection.ask({ ask: "order", seat, [what]: on });
    if (!("error" in outcome)) this.note(seat, (orders) => ({ ...orders, [what]: on }));
    return outcome;
  }

  /** In the auction that is going on, bid up to a sum; 0 stays out, -1 takes the order back. */
  async orderBids(seat: number, limit: number): Promise<Outcome> {
    const decision = this.view?.decision ?? -1;
    const outcome = await this.connection.ask({ ask: "order", seat, wait: decision, limit });
    if (!("error" in outcome))
      this.note(seat, (orders) => ({ ...orders, limits: limit < 0 ? {} : { [decision]: limit } }));
    return outcome;
  }

  /** Take a seat over again that was played for its person. */
  back(seat: number): Promise<Outcome> {
    return this.connection.ask({ ask: "back", seat });
  }

  /** Report that the start of the game has been shown. */
  ready(): Promise<Outcome> {
    return this.connection.ask({ ask: "ready" });
  }

  say(seat: number, text: string): Promise<Outcome> {
    return this.connection.ask({ ask: "say", seat, text });
  }

  react(seat: number, reaction: string): Promise<Outcome> {
    return this.connection.ask({ ask: "react", seat, reaction });
  }

  async mute(seat: number, on: boolean): Promise<void> {
    await this.connection.ask({ ask: "mute", seat, on });
    const muted = new Set(this.muted);
    if (on) muted.add(seat);
    else muted.delete(seat);
    this.muted = muted;
    updateSaved(this.name, { muted: [...muted] });
  }

  /** Hold these tokens from now on: a seat was taken. */
  hold(tokens: readonly string[]): void {
    this.connection.hold(tokens);
  }

  close(): void {
    this.connection.close();
  }

  /** Be told what happens, as it happens; returns how to stop. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  // -- what can be asked of it -----------------------------------------------------------------------

  /** The own seat that is waited for, else the first own seat, else -1. */
  get seat(): number {
    const waiting = this.view?.waiting_for ?? [];
    return this.you.find((seat) => waiting.includes(seat)) ?? this.you[0] ?? -1;
  }

  /** The option of an own seat by the name of its action. */
  option<Name extends Option["action"]>(
    seat: number,
    action: Name,
  ): Extract<Option, { action: Name }> | undefined {
    const found = this.options[seat]?.options.find((one) => one.action === action);
    return found as Extract<Option, { action: Name }> | undefined;
  }

  /** What a seat has left for its decision: first the time of the move, then its reserve; null without a clock. */
  times(seat: number, now: number): Times | null {
    const told = this.clock?.clocks.left[String(seat)];
    if (this.clock === null || told === undefined) return null;
    const left = Math.max(0, told - (now - this.clock.at) / 1000);
    const reserve = Math.min(left, this.clock.clocks.banks[seat] ?? 0);
    return { move: left - reserve, reserve };
  }

  // -- what the server says --------------------------------------------------------------------------

  welcome(message: Welcome): void {
    this.told = message.table;
    this.version = message.table.version;
    saveCommitment(this.name, message.table.commitment);
    this.you = message.you;
    this.host = message.host;
    this.keepTime(message.clock);
    this.hearPresent(message);
    this.orders = Object.fromEntries(message.orders.map((one) => [one.seat, one]));
    if (message.view === undefined) return; // what was missed follows
    this.view = message.view;
    this.options = {};
    const { history = [], seatings = [] } = message;
    this.happened = readHistory(history, seatings, message.table.seats);
  }

  heard(message: Happened): void {
    this.view = apply(this.view, message.changes);
    this.keepTime(message.clock);
    this.log(message);
    this.version = message.version;
    if (this.view === null) return;
    if (this.view.over && this.told) this.told = { ...this.told, status: "over" };
    for (const watcher of this.watchers) watcher(message, this.view);
  }

  hearTable(message: TableChanged): void {
    const moved = changesOf(this.told?.seats ?? [], message.table.seats).length > 0;
    this.told = message.table;
    this.version = message.table.version;
    const begins = message.view !== undefined;
    if (begins) this.view = message.view ?? null;
    if (begins || (moved && this.view)) this.log(toldOf(message));
  }

  hearOptions(message: SeatOptions): void {
    this.options = { ...this.options, [message.seat]: message };
  }

  hearChat({ chat }: Chatted): void {
    this.sayings = [...this.sayings, chat].slice(-MOST_SAYINGS);
    this.lastSaid = chat;
  }

  hearReaction({ reaction }: Reacted): void {
    this.reactions = [...this.reactions, { ...reaction, at: Date.now() }].slice(-20);
  }

  hearPresent({ present, watching, takeover_in }: Present): void {
    this.present = new Set(present);
    this.watching = watching;
    this.takeover = takeover_in === undefined ? null : Date.now() + takeover_in * 1000;
  }

  /** Which seats are this browser's has changed, or whether it is the host's. */
  hearSeats({ you, host }: YourSeats): void {
    this.you = you;
    this.host = host;
  }

  hearStatus(status: Status, why: string): void {
    this.status = status;
    if (!why) return;
    this.why = why;
    // Closed for good: nothing can be answered here any more.
    this.you = [];
    this.host = false;
  }

  /** Take in lines of chat that were said before, or while the line was cut. */
  remember(lines: readonly Saying[]): void {
    const known = new Set(this.sayings.map(({ number }) => number));
    const missed = lines.filter(({ number }) => !known.has(number));
    this.sayings = [...missed, ...this.sayings].sort((a, b) => a.number - b.number);
  }

  /** Names are those of the time: who has left stays in what they did. */
  private log(message: Told): void {
    const happening = { ...message, seats: this.told?.seats ?? [] };
    this.happened = [...this.happened, happening].slice(-MOST_LINES);
  }

  private keepTime(clocks: Clocks | undefined): void {
    if (clocks !== undefined) this.clock = { clocks, at: Date.now() };
  }

  private note(seat: number, change: (orders: SeatOrders) => SeatOrders): void {
    const orders = this.orders[seat] ?? {
      seat,
      end_turn: false,
      decline_offers: false,
      limits: {},
    };
    this.orders = { ...this.orders, [seat]: change(orders) };
  }
}
