/**
 * The socket of one client at one table. It comes back by itself, asks for what it missed, and repeats what it
 * has no answer to; a repeat is never done twice (docs/protocol.md).
 */
import type {
  Action,
  Answer,
  Chatted,
  ClientMessage,
  Happened,
  Present,
  Reacted,
  SeatOptions,
  ServerMessage,
  TableChanged,
  Welcome,
  YourSeats,
} from "../generated/wire";

import { settledAfter } from "../platform/settled";

/** What a client hears, one method for each kind of message. */
export interface Listener {
  welcome(message: Welcome): void;
  heard(message: Happened): void;
  hearTable(message: TableChanged): void;
  hearOptions(message: SeatOptions): void;
  hearChat(message: Chatted): void;
  hearReaction(message: Reacted): void;
  hearPresent(message: Present): void;
  hearSeats(message: YourSeats): void;
  hearStatus(status: Status, why: string): void;
}

/** `lost` comes back by itself; `closed` does not: `why` is the code of the reason. */
export type Status = "connecting" | "open" | "lost" | "closed";

/** What came of a request, or that the connection was closed for good before there was an answer. */
export type Outcome = Answer | { id: string; error: "closed"; sentence: string };

interface Request {
  message: ClientMessage & { id: string };
  answer: (outcome: Outcome) => void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;
const PING_EVERY = 15_000;
/** Milliseconds without a word from the server after which the socket is taken for dead. */
const SILENCE = 25_000;
/** Closed with one of these, there is no use in coming back, unless the table was only busy. */
const FINAL = new Set([1000, 4000, 4001, 4003]);
const BUSY = new Set(["table.busy", "request.rate"]);

/** A word that no other run of this page has, also where there is no `crypto.subtle`. */
function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, Request>();
  private readonly word = randomWord();
  private count = 0;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private welcomed = false;
  private refusal = "";
  /** The last version that was taken in; -1 before the first welcome. */
  private since = -1;
  private over = false;

  constructor(
    private readonly url: string,
    private readonly table: string,
    private tokens: readonly string[],
    private readonly listener: Listener,
    private readonly history = 0,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Play an action; `wait` goes with what answers the table's question. */
  play(action: Action, wait?: number): Promise<Outcome> {
    return this.ask(wait === undefined ? { ask: "play", action } : { ask: "play", action, wait });
  }

  /** Ask what an action would do, or why it is refused; nothing is done. */
  check(action: Action): Promise<Outcome> {
    return this.ask({ ask: "check", action });
  }

  /** Send any other request. */
  ask(message: ClientMessage): Promise<Outcome> {
    const id = `${this.word}-${++this.count}`;
    if (this.over) return Promise.resolve({ id, error: "closed", sentence: "" });
    const answered = new Promise<Outcome>((answer) => {
      const request = { message: { ...message, id }, answer };
      this.pending.set(id, request);
      if (this.welcomed) this.send(request.message);
    });
    return settledAfter(answered);
  }

  /** Say hello with other tokens: a seat was taken or left. */
  hold(tokens: readonly string[]): void {
    this.tokens = tokens;
    this.since = -1;
    this.socket?.close(3000);
  }

  /** Leave for good. */
  close(why = ""): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    for (const { message, answer } of this.pending.values())
      answer({ id: message.id, error: "closed", sentence: "" });
    this.pending.clear();
    this.listener.hearStatus("closed", why);
  }

  private connect(): void {
    this.welcomed = false;
    this.refusal = "";
    this.listener.hearStatus("connecting", "");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      const hello = { ask: "hello" as const, table: this.table, tokens: [...this.tokens] };
      const { since, history } = this;
      this.send(since < 0 ? { ...hello, history } : { ...hello, since, history });
      this.heardAt = Date.now();
      this.pinging = setInterval(this.ping, PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private lost(code: number): void {
    clearInterval(this.pinging);
    this.socket = null;
    this.welcomed = false;
    if (this.over) return;
    if (FINAL.has(code) && !BUSY.has(this.refusal)) {
      this.close(this.refusal || (code === 4001 ? "token.unknown" : "closed"));
      return;
    }
    this.listener.hearStatus("lost", "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(LONGEST_DELAY, this.delay * 2);
  }

  private hear(message: ServerMessage): void {
    if ("welcome" in message) {
      this.welcomed = true;
      this.delay = FIRST_DELAY;
      // With a view the welcome is where the table stands; without, what was missed follows.
      if (message.view !== undefined) this.since = message.version;
      this.listener.welcome(message);
      this.listener.hearStatus("open", "");
      for (const request of this.pending.values()) this.send(request.message);
    } else if ("id" in message) {
      if ("error" in message && message.id === "") this.refusal = message.error;
      const request = this.pending.get(message.id);
      if (request === undefined) return;
      if ("error" in message && BUSY.has(message.error)) {
        setTimeout(() => this.pending.has(message.id) && this.send(request.message), 1_000);
        return;
      }
      this.pending.delete(message.id);
      request.answer(message);
    } else if ("played" in message) {
      this.take(message.version, () => this.listener.heard(message));
    } else if ("options" in message) {
      this.listener.hearOptions(message);
    } else if ("table" in message) {
      this.take(message.version, () => this.listener.hearTable(message));
    } else if ("chat" in message) {
      this.listener.hearChat(message);
    } else if ("reaction" in message) {
      this.listener.hearReaction(message);
    } else if ("present" in message) {
      this.listener.hearPresent(message);
    } else if ("you" in message) {
      this.listener.hearSeats(message);
    } else if ("pong" in message && message.pong > this.since) {
      this.again();
    }
  }

  /** Take in what has the next version; if one is missing, come back and ask for it. */
  private take(version: number, tell: () => void): void {
    if (version <= this.since) return;
    if (version > this.since + 1) {
      this.again();
      return;
    }
    this.since = version;
    tell();
  }

  private again(): void {
    this.socket?.close(3001);
  }

  private readonly ping = (): void => {
    if (Date.now() - this.heardAt > SILENCE) this.again();
    else this.send({ ask: "ping" });
  };

  /** The network or the page is back: do not wait any longer. */
  private readonly hurry = (): void => {
    if (document.visibilityState === "hidden" || this.over) return;
    if (this.socket === null) {
      clearTimeout(this.timer);
      this.connect();
    } else if (this.welcomed) {
      this.ping();
    }
  };

  /** The network is gone: the socket itself would notice it only much later. */
  private readonly drop = (): void => {
    const { socket } = this;
    if (socket === null) return;
    this.lost(1006);
    socket.close();
  };

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

/** Where the socket of this site is. */
export function socketUrl(place: Location = location): string {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}/api/socket`;
}
