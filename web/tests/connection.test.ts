import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROTOCOL_VERSION } from "../src/constants";
import type { Answer, ClientMessage, ServerMessage } from "../src/generated/wire";
import { Connection, type Listener, type Status } from "../src/wire/connection";

/** A socket whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: (ClientMessage & { id?: string })[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1]!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(code = 1005): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  receive(...messages: object[]): void {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }
}

/** A listener that records its calls. */
class Recorder implements Listener {
  seqs: number[] = [];
  statuses: Status[] = [];
  /** The messages without a seq that were passed on. */
  others: string[] = [];
  why = "";
  onWelcome = (message: { seq: number }) => void this.seqs.push(message.seq);
  onPlayed = (message: { seq: number }) => void this.seqs.push(message.seq);
  onTable = (message: { seq: number }) => void this.seqs.push(message.seq);
  onOptions = (message: { type: string }) => void this.others.push(message.type);
  onChat = (message: { type: string }) => void this.others.push(message.type);
  onReaction = (message: { type: string }) => void this.others.push(message.type);
  onPresence = (message: { type: string }) => void this.others.push(message.type);
  onSeats = (message: { type: string }) => void this.others.push(message.type);
  onStatus = (status: Status, why: string) => {
    this.statuses.push(status);
    this.why = why;
  };
}

const welcome = (seq: number) => ({ ...welcomeBack(seq), view: null });
/** A welcome without a view, which is followed by the missed messages. */
const welcomeBack = (seq: number) => ({
  type: "welcome",
  protocol: PROTOCOL_VERSION,
  seq,
  you: [0],
  host: true,
  table: {},
  orders: [],
  present: [0],
  spectators: 0,
});
const played = (seq: number) => ({
  type: "played",
  seq,
  action: {},
  by: "seat",
  events: [],
  changes: [],
});
const accepted = (id: string | undefined, seq: number) => ({ type: "accepted", id, seq });
const failed = (id: string | undefined, code: string) => ({
  type: "error",
  id,
  code,
  sentence: "…",
});
const action = { action: "Roll", seat: 0 } as const;

describe("a connection", () => {
  let recorder: Recorder;
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    recorder = new Recorder();
    connection = new Connection("ws://here/api/socket", "table", ["key"], recorder, 5);
    FakeSocket.last.open();
  });

  afterEach(() => {
    connection.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says hello and passes on messages in order", () => {
    expect(FakeSocket.last.sent[0]).toEqual({
      type: "hello",
      protocol: PROTOCOL_VERSION,
      table: "table",
      keys: ["key"],
      history: 5,
    });
    FakeSocket.last.receive(welcome(3), played(4), played(5));
    expect(recorder.seqs).toEqual([3, 4, 5]);
    expect(recorder.statuses).toEqual(["connecting", "open"]);
  });

  it("passes each answer to the request it belongs to", async () => {
    FakeSocket.last.receive(welcome(3));
    const first = connection.play(action, 7);
    const second = connection.check(action);
    const [one, two] = FakeSocket.last.sent.slice(1);
    expect(one).toMatchObject({ type: "play", decision: 7 });
    FakeSocket.last.receive(
      { type: "preview", id: two!.id, seq: 3, events: null },
      accepted(one!.id, 4),
    );
    expect(await first).toMatchObject({ type: "accepted" });
    expect(await second).toMatchObject({ type: "preview", events: null });
  });

  it("sends earlier requests once the welcome has arrived", () => {
    void connection.play(action);
    expect(FakeSocket.last.sent).toHaveLength(1);
    FakeSocket.last.receive(welcome(3));
    expect(FakeSocket.last.sent[1]).toMatchObject({ type: "play" });
  });

  it("reconnects, requests missed messages, and repeats unanswered requests with the same id", async () => {
    FakeSocket.last.receive(welcome(3), played(4));
    const outcome = connection.play(action);
    const asked = FakeSocket.last.sent[1]!;
    FakeSocket.last.close(1006);
    expect(recorder.statuses.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", since: 4 });
    FakeSocket.last.receive(welcomeBack(6), played(5), played(6));
    expect(FakeSocket.last.sent[1]).toEqual(asked);
    FakeSocket.last.receive(accepted(asked.id, 5));
    expect(await outcome).toMatchObject({ seq: 5 });
    expect(recorder.seqs).toEqual([3, 4, 6, 5, 6]);
  });

  it("passes on each message only once, and requests missing messages", async () => {
    FakeSocket.last.receive(welcome(3), played(3), played(4), played(4));
    expect(recorder.seqs).toEqual([3, 4]);
    FakeSocket.last.receive(played(6));
    expect(recorder.seqs).toEqual([3, 4]);
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ since: 4 });
  });

  it("requests missing messages when a pong has a later seq", () => {
    FakeSocket.last.receive(welcome(3), { type: "pong", seq: 3 });
    expect(recorder.statuses.at(-1)).toBe("open");
    FakeSocket.last.receive({ type: "pong", seq: 4 });
    expect(recorder.statuses.at(-1)).toBe("lost");
  });

  it("drops a socket that stays silent", async () => {
    FakeSocket.last.receive(welcome(3));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping" });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it("reconnects immediately when the page is shown again", async () => {
    const seen = vi.spyOn(document, "visibilityState", "get");
    const turnTo = (state: DocumentVisibilityState) => {
      seen.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    FakeSocket.last.receive(welcome(3));
    FakeSocket.last.close(1006);
    turnTo("hidden");
    expect(FakeSocket.all).toHaveLength(1);
    turnTo("visible");
    expect(FakeSocket.all).toHaveLength(2);
    expect(recorder.statuses.at(-1)).toBe("connecting");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    FakeSocket.last.receive(welcome(3));
    turnTo("visible");
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping" });
  });

  it("does not reconnect with an invalid key, and reports why", async () => {
    const outcome = connection.play(action);
    FakeSocket.last.receive(failed("", "key.unknown"));
    FakeSocket.last.close(4000);
    expect(recorder.statuses.at(-1)).toBe("closed");
    expect(recorder.why).toBe("key.unknown");
    expect(await outcome).toMatchObject({ type: "closed" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("reports that the table is gone when the server no longer has it", async () => {
    FakeSocket.last.receive(welcome(3));
    FakeSocket.last.close(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.open();
    FakeSocket.last.receive(failed("", "table.unknown"));
    FakeSocket.last.close(4000);
    expect(recorder.statuses.at(-1)).toBe("closed");
    expect(recorder.why).toBe("table.unknown");
  });

  it("reconnects to a table that was only busy", async () => {
    FakeSocket.last.receive(failed("", "table.busy"));
    FakeSocket.last.close(4000);
    expect(recorder.statuses.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("repeats a request that exceeded the rate limit", async () => {
    FakeSocket.last.receive(welcome(3));
    const outcome = connection.play(action);
    const { id } = FakeSocket.last.sent[1]!;
    FakeSocket.last.receive(failed(id, "request.rate"));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(FakeSocket.last.sent[2]).toEqual(FakeSocket.last.sent[1]);
    FakeSocket.last.receive(accepted(id, 4));
    expect(await outcome).toMatchObject({ type: "accepted" });
  });

  it("ignores messages of unknown types", async () => {
    FakeSocket.last.receive(welcome(3));
    const outcome = connection.play(action);
    const { id } = FakeSocket.last.sent[1]!;
    FakeSocket.last.receive(
      { type: "weather", seq: 9, view: {}, table: {}, options: [] },
      { type: "weather", id, seq: 9 },
      { seq: 9 },
      played(4),
    );
    expect(recorder).toMatchObject({ seqs: [3, 4], others: [], statuses: ["connecting", "open"] });
    FakeSocket.last.receive(accepted(id, 5));
    expect(await outcome).toMatchObject({ type: "accepted", seq: 5 });
  });

  const ANSWERS: Record<Answer["type"], object> = {
    accepted: { seq: 4 },
    refused: { seq: 3, refusal: { refusal: "game.over", cite: "10 MCS 60", values: {} } },
    preview: { seq: 3, events: [] },
    advice: { seq: 4, seat: 0, decision: 2, win_probabilities: [1, 0], choices: [] },
    done: { seq: 3 },
    error: { code: "stale", sentence: "…", seq: 3 },
  };

  it.each(Object.entries(ANSWERS))("passes on an answer of type %s", async (type, fields) => {
    FakeSocket.last.receive(welcome(3));
    const outcome = connection.request({ type: "back", seat: 0 });
    const answer = { type, id: FakeSocket.last.sent[1]!.id, ...fields };
    FakeSocket.last.receive(answer);
    expect(await outcome).toEqual(answer);
  });

  const UNASKED: Record<
    Exclude<ServerMessage, Answer>["type"],
    Partial<Pick<Recorder, "seqs" | "others">>
  > = {
    welcome: { seqs: [3, 4] },
    played: { seqs: [3, 4] },
    table: { seqs: [3, 4] },
    options: { others: ["options"] },
    your_seats: { others: ["your_seats"] },
    presence: { others: ["presence"] },
    chat: { others: ["chat"] },
    reaction: { others: ["reaction"] },
    pong: { seqs: [3], others: [] },
  };

  it.each(Object.entries(UNASKED))("passes on a message of type %s", (type, expected) => {
    FakeSocket.last.receive(welcome(3), { type, seq: 4 });
    expect(recorder).toMatchObject(expected);
  });
});
