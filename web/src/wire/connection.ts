/**
 * One client's socket at one table. It reconnects automatically, requests the messages it missed,
 * and repeats unanswered requests; the server carries out a repeated request only once
 * (docs/protocol.md).
 */
import { PROTOCOL_VERSION } from "../constants";
import type {
  Action,
  Answer,
  ChatMessage,
  ClientMessage,
  Played,
  PresenceUpdate,
  Reaction,
  SeatOptions,
  ServerMessage,
  TableUpdate,
  Welcome,
  YourSeats,
} from "../generated/wire";

import { settledAfter } from "../platform/settled";

/**
 * Receives the server's messages, with one method for each type, and the state of the connection.
 */
export interface Listener {
  onWelcome(message: Welcome): void;
  onPlayed(message: Played): void;
  onTable(message: TableUpdate): void;
  onOptions(message: SeatOptions): void;
  onChat(message: ChatMessage): void;
  onReaction(message: Reaction): void;
  onPresence(message: PresenceUpdate): void;
  onSeats(message: YourSeats): void;
  onStatus(status: Status, why: string): void;
}

/**
 * A `lost` connection reconnects automatically; a `closed` one does not, and `why` is the reason
 * code.
 */
export type Status = "connecting" | "open" | "lost" | "closed";

/**
 * The answer to a request, or a note that the connection was closed for good before an answer
 * arrived.
 */
export type Outcome = Answer | { type: "closed"; id: string };

interface PendingRequest {
  message: ClientMessage & { id: string };
  answer: (outcome: Outcome) => void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;
const PING_EVERY = 15_000;
/** A socket counts as dead if no message arrives for this long, in milliseconds. */
const SILENCE = 25_000;
/** Close codes after which reconnecting is pointless, unless the table was merely busy. */
const FINAL = new Set([1000, 4000, 4001, 4003]);
const BUSY = new Set(["table.busy", "request.rate"]);

/** Return a random word that is unique to this page load. Does not need `crypto.subtle`. */
function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, PendingRequest>();
  private readonly word = randomWord();
  private count = 0;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private lastMessageAt = 0;
  private welcomed = false;
  private refusal = "";
  /** The seq of the last message that was received; -1 before the first welcome. */
  private since = -1;
  private over = false;

  constructor(
    private readonly url: string,
    private readonly table: string,
    private keys: readonly string[],
    private readonly listener: Listener,
    private readonly history = 0,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Play an action; `decision` is the number of the decision that it answers, if any. */
  play(action: Action, decision?: number): Promise<Outcome> {
    const play = { type: "play" as const, action };
    return this.request(decision === undefined ? play : { ...play, decision });
  }

  /** Ask what an action would do, or why it would be refused; nothing is played. */
  check(action: Action): Promise<Outcome> {
    return this.request({ type: "check", action });
  }

  /** Send any other request. */
  request(message: ClientMessage): Promise<Outcome> {
    const id = `${this.word}-${++this.count}`;
    if (this.over) return Promise.resolve({ type: "closed", id });
    const answered = new Promise<Outcome>((answer) => {
      const request = { message: { ...message, id }, answer };
      this.pending.set(id, request);
      if (this.welcomed) this.send(request.message);
    });
    return settledAfter(answered);
  }

  /** Reconnect with different keys, because a seat was taken or left. */
  useKeys(keys: readonly string[]): void {
    this.keys = keys;
    this.since = -1;
    this.socket?.close(3000);
  }

  /** Close the connection for good. */
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
      answer({ type: "closed", id: message.id });
    this.pending.clear();
    this.listener.onStatus("closed", why);
  }

  private connect(): void {
    this.welcomed = false;
    this.refusal = "";
    this.listener.onStatus("connecting", "");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      const { table, keys, since, history } = this;
      const protocol = PROTOCOL_VERSION;
      const hello = { type: "hello" as const, protocol, table, keys: [...keys], history };
      this.send(since < 0 ? hello : { ...hello, since });
      this.lastMessageAt = Date.now();
      this.pinging = setInterval(this.ping, PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.lastMessageAt = Date.now();
      this.receive(JSON.parse(String(event.data)) as ServerMessage);
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
      this.close(this.refusal || (code === 4001 ? "key.unknown" : "closed"));
      return;
    }
    this.listener.onStatus("lost", "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(LONGEST_DELAY, this.delay * 2);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.enter(message);
      case "accepted":
      case "refused":
      case "preview":
      case "advice":
      case "done":
      case "error":
        return this.settle(message);
      case "played":
        return this.takeNext(message.seq, () => this.listener.onPlayed(message));
      case "table":
        return this.takeNext(message.seq, () => this.listener.onTable(message));
      case "options":
        return this.listener.onOptions(message);
      case "your_seats":
        return this.listener.onSeats(message);
      case "presence":
        return this.listener.onPresence(message);
      case "chat":
        return this.listener.onChat(message);
      case "reaction":
        return this.listener.onReaction(message);
      case "pong":
        if (message.seq > this.since) this.reconnect();
        return;
      default:
        message satisfies never; // a newer server may send types that this page doesn't know
    }
  }

  private enter(message: Welcome): void {
    this.welcomed = true;
    this.delay = FIRST_DELAY;
    // A welcome with a view is the whole state of the table; without one, the missed messages
    // follow.
    if (message.view !== undefined) this.since = message.seq;
    this.listener.onWelcome(message);
    this.listener.onStatus("open", "");
    for (const request of this.pending.values()) this.send(request.message);
  }

  /** Pass an answer to its request; retry a request if the server was busy. */
  private settle(answer: Answer): void {
    const { id } = answer;
    if (answer.type === "error" && id === "") this.refusal = answer.code;
    const request = this.pending.get(id);
    if (request === undefined) return;
    if (answer.type === "error" && BUSY.has(answer.code)) {
      setTimeout(() => this.pending.has(id) && this.send(request.message), 1_000);
      return;
    }
    this.pending.delete(id);
    request.answer(answer);
  }

  /** Pass on the message with the next seq; if one is missing, reconnect and request it. */
  private takeNext(seq: number, pass: () => void): void {
    if (seq <= this.since) return;
    if (seq > this.since + 1) {
      this.reconnect();
      return;
    }
    this.since = seq;
    pass();
  }

  private reconnect(): void {
    this.socket?.close(3001);
  }

  private readonly ping = (): void => {
    if (Date.now() - this.lastMessageAt > SILENCE) this.reconnect();
    else this.send({ type: "ping" });
  };

  /** Reconnect now, because the network or the page is back. */
  private readonly hurry = (): void => {
    if (document.visibilityState === "hidden" || this.over) return;
    if (this.socket === null) {
      clearTimeout(this.timer);
      this.connect();
    } else if (this.welcomed) {
      this.ping();
    }
  };

  /**
   * Drop the socket, because the network is gone; otherwise, the loss would be noticed only much
   * later.
   */
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

/** Return the address of this site's socket. */
export function socketUrl(place: Location = location): string {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}/api/socket`;
}
