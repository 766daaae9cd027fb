/** The actions of players and the host at a table before the game begins. */
import type { BotRequest, SeatInfo, SeatSetup, TableSettings, TableInfo } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { findSaved, saveKey, forgetTable } from "../table/savedSeats";
import { saveContribution } from "../table/savedCommitments";
import type { Table } from "../table/table.svelte";
import { api, type JoinRequest } from "../wire/api";
import { anyBot } from "../seating/cast";
import { sendContribution, drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";

/** The delay before a failed contribution to the dice is retried, in milliseconds. */
const AGAIN = 3_000;

/** A table's seats and the previous number of each; -1 for a new seat. */
export interface PlannedSeats {
  seats: SeatSetup[];
  was: number[];
}

const planSeats = (seats: readonly SeatInfo[]): PlannedSeats => ({
  seats: seats.map(({ kind, bot, name }) => ({
    bot: kind === "free" ? bot : "",
    ...(kind === "free" && bot && name && { name }),
  })),
  was: seats.map(({ seat }) => seat),
});

/** Return the seats that are waiting for a person. */
export function missing(seats: readonly SeatInfo[]): SeatInfo[] {
  return seats.filter((one) => one.kind === "free" && !one.bot);
}

/** Return the seats without the dropped ones; later seats move up. */
export function plansWithout(seats: readonly SeatInfo[], dropped: readonly number[]): PlannedSeats {
  return planSeats(seats.filter((one) => !dropped.includes(one.seat)));
}

/** Return the seats with one more seat at the end. */
export function plansWithMore(before: readonly SeatInfo[]): PlannedSeats {
  const { seats, was } = planSeats(before);
  return { seats: [...seats, { bot: "" }], was: [...was, -1] };
}

/** Return the seats after opening one that was reserved for a bot, so that a person can take it. */
export function plansOpened(seats: readonly SeatInfo[], seat: number): PlannedSeats {
  return planSeats(seats.map((one) => (one.seat === seat ? { ...one, bot: "" } : one)));
}

export class WaitingRoom {
  /** The contribution drawn for each player; a retry sends the same one. */
  private readonly contributions = new Map<string, string>();
  /** The contributions that have been sent or are being sent from here, by player. */
  private readonly adding = new Map<string, Promise<void>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly table: Table,
    private readonly info: () => TableInfo,
    /** Reopen the table with the keys that are saved at the time of the call. */
    private readonly reopen: () => void,
  ) {}

  private get name(): string {
    return this.table.name;
  }

  /** Reconnect with the saved keys, because this browser's seats have changed. */
  reconnect(): void {
    const saved = findSaved(this.name);
    if (saved) this.table.useKeys(saved.keys);
  }

  /** Take a seat, or seat another person in this browser. */
  async sit(seatRequest: JoinRequest): Promise<void> {
    const saved = findSaved(this.name);
    const watching = this.table.you.length === 0 && !this.table.host;
    const { key } = await sitDown(
      this.name,
      seatRequest,
      watching ? undefined : (saved?.host ?? saved?.keys[0]),
    );
    saveKey(this.name, key);
    // A player no longer needs a spectator link, and the host may revoke it.
    if (watching) for (const old of saved?.keys ?? []) forgetTable(this.name, old);
    this.reconnect();
  }

  /**
   * Send a dice contribution for each of this browser's seats that hasn't sent one. This is needed
   * only in a rematch, where players aren't asked for one. Failed attempts are retried.
   */
  sendContribution(): void {
    const { rematch_of, seats } = this.info();
    if (!rematch_of) return;
    for (const one of seats) {
      const { seat, name, kind, contribution } = one;
      if (kind !== "person" || !this.table.you.includes(seat)) continue;
      if (contribution || this.adding.has(name)) continue;
      const drawn = this.contributions.get(name) ?? drawContribution();
      this.contributions.set(name, drawn);
      const adding = sendContribution(this.name, one, drawn).catch(() => this.addLater(name));
      this.adding.set(name, adding);
    }
  }

  private addLater(name: string): void {
    this.adding.delete(name);
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => this.sendContribution(), AGAIN);
  }

  /** Stop everything, because the user has left the room. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Leave a seat; return whether this browser still has a role at the table. */
  async leave(seat: number): Promise<boolean> {
    const { name = "" } = this.info().seats[seat] ?? {};
    await asHost(this.name, (key) => api.leave(this.name, seat, key));
    saveContribution(this.name, name, null);
    const rest = this.table.you.filter((one) => one !== seat);
    if (rest.length > 0 || this.table.host) {
      this.reconnect();
      return true;
    }
    forgetTable(this.name);
    return false;
  }

  /** Change the name or token: leave the seat and take it again. */
  async rename(before: SeatInfo, seatRequest: JoinRequest): Promise<void> {
    const saved = findSaved(this.name);
    const keeps = await this.leave(before.seat);
    const key = keeps ? (saved?.host ?? saved?.keys[0]) : undefined;
    const again = { name: before.name, token: before.token, seat: before.seat };
    let problem = undefined as Error | undefined;
    const joined = await sitDown(this.name, seatRequest, key).catch((error: Error) => {
      problem = error;
      return sitDown(this.name, { ...again, contribution: before.contribution }, key);
    });
    saveKey(this.name, joined.key);
    // If this browser has no other role at the table, the server has closed the connection or is
    // about to.
    if (keeps) this.reconnect();
    else this.reopen();
    if (problem !== undefined) throw problem;
  }

  // -- the host -----------------------------------------------------------------------------------

  private plan(changes: PlannedSeats): Promise<TableInfo> {
    return asHost(this.name, (key) => api.change(this.name, key, changes));
  }

  async start(): Promise<unknown> {
    await Promise.all(this.adding.values());
    this.sendContribution(); // retry failed contributions
    await Promise.all(this.adding.values());
    return asHost(this.name, (key) => api.start(this.name, key));
  }

  seatBot(seat: number, bot: BotRequest): Promise<unknown> {
    return asHost(this.name, (key) => api.seatBot(this.name, seat, bot, key));
  }

  /** Put bots in all seats that are waiting for people. */
  async fill(bot: string): Promise<void> {
    const { seats } = this.info();
    const taken = new Set(seats.map((one) => one.name));
    for (const { seat } of missing(seats)) {
      const next = anyBot(bot, taken);
      taken.add(next.name ?? "");
      await this.seatBot(seat, next);
    }
  }

  /** Remove the seats that nobody took. */
  dropFree(): Promise<TableInfo> {
    const { seats } = this.info();
    return this.plan(
      plansWithout(
        seats,
        missing(seats).map((one) => one.seat),
      ),
    );
  }

  drop(seat: number): Promise<TableInfo> {
    return this.plan(plansWithout(this.info().seats, [seat]));
  }

  addSeat(): Promise<TableInfo> {
    return this.plan(plansWithMore(this.info().seats));
  }

  /** Free a seat for a person by removing the player or bot that has it. */
  async free(seat: number): Promise<void> {
    const one = this.info().seats[seat];
    if (one && one.kind !== "free")
      await asHost(this.name, (key) => api.leave(this.name, seat, key));
    const now = await api.show(this.name);
    if (now.seats[seat]?.bot) await this.plan(plansOpened(now.seats, seat));
  }

  settings(changes: TableSettings): Promise<TableInfo> {
    const settings = { ...this.info().settings, ...changes };
    return asHost(this.name, (key) => api.change(this.name, key, { settings }));
  }

  async watchLink(): Promise<string> {
    const { key } = await asHost(this.name, (host) => api.watchLink(this.name, host));
    return `${location.origin}/t/${this.name}#watch=${key}`;
  }

  handOver(seat: number): Promise<void> {
    return asHost(this.name, (key) => api.handOver(this.name, key, seat));
  }
}
