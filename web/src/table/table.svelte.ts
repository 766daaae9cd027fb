/**
 * One table as this browser sees it. The view is always the state after the last message;
 * animations lag behind it. They are driven by `watch` and don't affect the game.
 */
import type {
  Action,
  ChatMessage,
  ClockTimes,
  Option,
  Played,
  PresenceUpdate,
  Reaction,
  SeatOptions,
  SeatOrders,
  TableInfo,
  TableUpdate,
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
import { propertyAt } from "../game/deeds";
import { apply } from "./viewChanges";
import { findSaved, updateSaved } from "./savedSeats";
import { saveCommitment } from "./savedCommitments";
import { changesOf } from "./seatChanges";
import {
  historyMessageOf,
  noteMortgages,
  readHistory,
  type HistoryEntry,
  type HistoryMessage,
} from "./history";

const HISTORY = 60;
const MOST_ENTRIES = 600;
const MOST_CHAT_LINES = 200;
const MOST_REACTIONS = 20;

/**
 * Called with each action that was played and the view after it, to move tokens and play sounds.
 */
export type Watcher = (message: Played, view: View) => void;

export class Table implements Listener {
  /** The players and rules; null until the first welcome. */
  info = $state.raw<TableInfo | null>(null);
  /**
   * The seq of the last message. It is separate from `info`, which would otherwise change with
   * every message.
   */
  seq = $state.raw(0);
  /** The seq of the last action played from here. Its response arrives before its message. */
  private answeredSeq = $state.raw(0);
  /**
   * The game; null before it begins. Its state is fine-grained, so that only changed parts are
   * drawn again.
   */
  view = $state<View | null>(null);
  /** This browser's seats; empty for a spectator. */
  you = $state.raw<number[]>([]);
  host = $state(false);
  status = $state<Status>("connecting");
  /**
   * Whether the player is leaving the table. The server may then close the connection before it
   * responds.
   */
  leaving = false;
  /** The reason code for a connection that was closed for good. */
  why = $state("");
  /** The options for each of this browser's seats. */
  options = $state.raw<Record<number, SeatOptions>>({});
  orders = $state.raw<Record<number, SeatOrders>>({});
  /** What happened, oldest first. */
  history = $state.raw<HistoryEntry[]>([]);
  /** The deeds that were mortgaged when each offer in the history was made. */
  private readonly offered = new WeakMap<object, ReadonlySet<number>>();
  chatLines = $state.raw<ChatMessage[]>([]);
  /** The last chat line that arrived while this browser was connected. */
  lastChatLine = $state.raw<ChatMessage | null>(null);
  reactions = $state.raw<{ seat: number; reaction: string; at: number }[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The seats of people who are connected, and the number of spectators. */
  present = $state.raw<ReadonlySet<number>>(new Set());
  spectators = $state.raw(0);
  /**
   * When another player may become the host, by this browser's clock; null while the host is
   * connected.
   */
  takeover = $state.raw<number | null>(null);
  clock = $state.raw<{ times: ClockTimes; at: number } | null>(null);
  private readonly watchers = new Set<Watcher>();
  private readonly connection: Connection;

  constructor(
    readonly name: string,
    keys: readonly string[],
  ) {
    this.muted = new Set(findSaved(name)?.muted);
    this.connection = new Connection(socketUrl(), name, keys, this, HISTORY);
  }

  // -- this browser's actions ---------------------------------------------------------------------

  /** Play an action; if it answers the current decision, it is sent with the decision's number. */
  async play(action: Action): Promise<Outcome> {
    const options = this.options[action.seat];
    const answers = options?.options.some(
      (one) => one.action === action.action && "answers" in one,
    );
    const outcome = await this.connection.play(action, answers ? options?.decision : undefined);
    if (outcome.type === "accepted") this.answeredSeq = Math.max(this.answeredSeq, outcome.seq);
    return outcome;
  }

  /**
   * Return whether the options for one of this browser's seats are up to date and reflect its own
   * last action.
   */
  knowsOptions(seat: number): boolean {
    return (this.options[seat]?.seq ?? -1) >= Math.max(this.seq, this.answeredSeq);
  }

  /** Ask the server what an action would do, or why it would be refused. */
  check(action: Action): Promise<Outcome> {
    return this.connection.check(action);
  }

  /**
   * Give or cancel a standing order: end the turn when nothing else is left to do, or decline every
   * offer.
   */
  async order(seat: number, what: "end_turn" | "decline_offers", on: boolean): Promise<Outcome> {
    const outcome = await this.connection.request({ type: "order", seat, [what]: on });
    if (outcome.type === "done") this.noteOrders(seat, (orders) => ({ ...orders, [what]: on }));
    return outcome;
  }

  /** Bid up to a limit in the current auction: 0 to stay out, -1 to cancel the order. */
  async orderBids(seat: number, limit: number): Promise<Outcome> {
    const decision = this.view?.decision ?? -1;
    const outcome = await this.connection.request({ type: "order", seat, decision, limit });
    const limits = limit < 0 ? {} : { [decision]: limit };
    if (outcome.type === "done") this.noteOrders(seat, (orders) => ({ ...orders, limits }));
    return outcome;
  }

  /** Report that a player is back, so that their seat is no longer played for them. */
  back(seat: number): Promise<Outcome> {
    return this.connection.request({ type: "back", seat });
  }

  /** Report that the board is drawn. */
  ready(): Promise<Outcome> {
    return this.connection.request({ type: "ready" });
  }

  say(seat: number, text: string): Promise<Outcome> {
    return this.connection.request({ type: "say", seat, text });
  }

  react(seat: number, reaction: string): Promise<Outcome> {
    return this.connection.request({ type: "react", seat, reaction });
  }

  async mute(seat: number, on: boolean): Promise<void> {
    await this.connection.request({ type: "mute", seat, on });
    const muted = new Set(this.muted);
    if (on) muted.add(seat);
    else muted.delete(seat);
    this.muted = muted;
    updateSaved(this.name, { muted: [...muted] });
  }

  /** Use these keys from now on, because a seat was taken or left. */
  useKeys(keys: readonly string[]): void {
    this.connection.useKeys(keys);
  }

  close(): void {
    this.connection.close();
  }

  /** Call `watcher` with every action that is played; return a function that stops the calls. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  // -- state --------------------------------------------------------------------------------------

  /** The seat in this browser that must decide, or else its first seat; -1 for a spectator. */
  get seat(): number {
    const waiting = this.view?.waiting_for ?? [];
    return this.you.find((seat) => waiting.includes(seat)) ?? this.you[0] ?? -1;
  }

  /** Return whether a deed is mortgaged, or was when an offer in the history was made. */
  readonly mortgaged = (space: number, offer?: object): boolean => {
    const then = offer && this.offered.get(offer);
    return then ? then.has(space) : Boolean(this.view && propertyAt(this.view, space)?.mortgaged);
  };

  /** Return an option for one of this browser's seats, by the name of its action. */
  option<Name extends Option["action"]>(
    seat: number,
    action: Name,
  ): Extract<Option, { action: Name }> | undefined {
    const found = this.options[seat]?.options.find((one) => one.action === action);
    return found as Extract<Option, { action: Name }> | undefined;
  }

  /**
   * Return the time that a seat has left for its decision: the move time, then the reserve; null if
   * there is no clock.
   */
  times(seat: number, now: number): Times | null {
    const sent = this.clock?.times.left[String(seat)];
    if (this.clock === null || sent === undefined) return null;
    const left = Math.max(0, sent - (now - this.clock.at) / 1000);
    const reserve = Math.min(left, this.clock.times.banks[seat] ?? 0);
    return { move: left - reserve, reserve };
  }

  // -- server messages ----------------------------------------------------------------------------

  onWelcome(message: Welcome): void {
    this.info = message.table;
    this.seq = message.table.seq;
    saveCommitment(this.name, message.table.commitment);
    this.onSeats(message);
    this.noteTimes(message.clock);
    this.onPresence(message);
    this.orders = Object.fromEntries(message.orders.map((one) => [one.seat, one]));
    if (message.view === undefined) return; // missed messages follow
    this.view = message.view;
    this.options = {};
    const { history = [], table_history: updates = [] } = message;
    this.history = readHistory(history, updates, message.table.seats);
    noteMortgages(this.history, message.view, this.offered);
  }

  onPlayed(message: Played): void {
    this.view = apply(this.view, message.changes);
    this.noteTimes(message.clock);
    this.log(message);
    this.seq = message.seq;
    if (this.view === null) return;
    noteMortgages([message], this.view, this.offered);
    if (this.view.over && this.info) this.info = { ...this.info, status: "over" };
    for (const watcher of this.watchers) watcher(message, this.view);
  }

  onTable(message: TableUpdate): void {
    const moved = changesOf(this.info?.seats ?? [], message.table.seats).length > 0;
    this.info = message.table;
    this.seq = message.table.seq;
    const begins = message.view !== undefined;
    if (begins) this.view = message.view ?? null;
    if (begins || (moved && this.view)) this.log(historyMessageOf(message));
  }

  onOptions(message: SeatOptions): void {
    this.options = { ...this.options, [message.seat]: message };
  }

  onChat(message: ChatMessage): void {
    this.chatLines = [...this.chatLines, message].slice(-MOST_CHAT_LINES);
    this.lastChatLine = message;
  }

  onReaction({ seat, reaction }: Reaction): void {
    const all = [...this.reactions, { seat, reaction, at: Date.now() }];
    this.reactions = all.slice(-MOST_REACTIONS);
  }

  onPresence({ present, spectators, takeover_in }: Omit<PresenceUpdate, "type">): void {
    this.present = new Set(present);
    this.spectators = spectators;
    this.takeover = takeover_in === undefined ? null : Date.now() + takeover_in * 1000;
  }

  onSeats({ you, host }: Omit<YourSeats, "type">): void {
    this.you = you;
    this.host = host;
  }

  onStatus(status: Status, why: string): void {
    this.status = status;
    if (!why) return;
    this.why = why;
    // Closed for good: nothing more can be played from here.
    this.you = [];
    this.host = false;
  }

  /** Add chat lines that were sent before this browser connected or while it was disconnected. */
  addMissedChat(lines: readonly ChatMessage[]): void {
    const known = new Set(this.chatLines.map(({ number }) => number));
    const missed = lines.filter(({ number }) => !known.has(number));
    this.chatLines = [...missed, ...this.chatLines].sort((a, b) => a.number - b.number);
  }

  /**
   * Add a message to the history with the seats as they were then: players who have left keep their
   * names in earlier entries.
   */
  private log(message: HistoryMessage): void {
    const entry = { ...message, seats: this.info?.seats ?? [] };
    this.history = [...this.history, entry].slice(-MOST_ENTRIES);
  }

  private noteTimes(times: ClockTimes | undefined): void {
    if (times !== undefined) this.clock = { times, at: Date.now() };
  }

  private noteOrders(seat: number, change: (orders: SeatOrders) => SeatOrders): void {
    const orders = this.orders[seat] ?? {
      seat,
      end_turn: false,
      decline_offers: false,
      limits: {},
    };
    this.orders = { ...this.orders, [seat]: change(orders) };
  }
}
