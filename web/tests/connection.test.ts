import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMessage } from "../src/generated/wire";
import { Connection, type Listener, type Status } from "../src/wire/connection";

/** The other end of a socket, in the hands of the test. */
class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: (ClientMessage & { id?: string })[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly url: string) {
    Line.all.push(this);
  }

  static get last(): Line {
    return Line.all[Line.all.length - 1]!;
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

  says(...messages: object[]): void {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }
}

/** Writes down what it hears. */
class Heard implements Listener {
  versions: number[] = [];
  statuses: Status[] = [];
  why = "";
  welcome = (message: { version: number }) => void this.versions.push(message.version);
  heard = (message: { version: number }) => void this.versions.push(message.version);
  hearTable = (message: { version: number }) => void this.versions.push(message.version);
  hearOptions = () => {};
  hearChat = () => {};
  hearReaction = () => {};
  hearPresent = () => {};
  hearSeats = () => {};
  hearStatus = (status: Status, why: string) => {
    this.statuses.push(status);
    this.why = why;
  };
}

const welcome = (version: number) => ({ ...welcomeBack(version), view: null });
/** Without a view: what was missed follows. */
const welcomeBack = (version: number) => ({
  welcome: 1,
  version,
  you: [0],
  host: true,
  table: {},
  orders: [],
  history: [],
});
const played = (version: number) => ({ version, played: {}, by: "seat", events: [], changes: [] });
const action = { action: "Roll", seat: 0 } as const;

describe("a connection", () => {
  let heard: Heard;
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Line);
    Line.all = [];
    heard = new Heard();
    connection = new Connection("ws://here/api/socket", "table", ["token"], heard, 5);
    Line.last.open();
  });

  afterEach(() => {
    connection.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says hello and takes in what follows in order", () => {
    expect(Line.last.sent[0]).toEqual({
      ask: "hello",
      table: "table",
      tokens: ["token"],
      history: 5,
    });
    Line.last.says(welcome(3), played(4), played(5));
    expect(heard.versions).toEqual([3, 4, 5]);
    expect(heard.statuses).toEqual(["connecting", "open"]);
  });

  it("hands each answer to who asked", async () => {
    Line.last.says(welcome(3));
    const first = connection.play(action, 7);
    const second = connection.check(action);
    const [one, two] = Line.last.sent.slice(1);
    expect(one).toMatchObject({ ask: "play", wait: 7 });
    Line.last.says(
      { id: two!.id, version: 3, chance: true },
      { id: one!.id, version: 4, played: true },
    );
    expect(await first).toMatchObject({ played: true });
    expect(await second).toMatchObject({ chance: true });
  });

  it("waits for the welcome with what is asked before it", () => {
    void connection.play(action);
    expect(Line.last.sent).toHaveLength(1);
    Line.last.says(welcome(3));
    expect(Line.last.sent[1]).toMatchObject({ ask: "play" });
  });

  it("comes back, asks for what it missed, and repeats what it has no answer to by the same id", async () => {
    Line.last.says(welcome(3), played(4));
    const outcome = connection.play(action);
    const asked = Line.last.sent[1]!;
    Line.last.close(1006);
    expect(heard.statuses.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_000);
    Line.last.open();
    expect(Line.last.sent[0]).toMatchObject({ ask: "hello", since: 4 });
    Line.last.says(welcomeBack(6), played(5), played(6));
    expect(Line.last.sent[1]).toEqual(asked);
    Line.last.says({ id: asked.id, version: 5, played: true });
    expect(await outcome).toMatchObject({ version: 5 });
    expect(heard.versions).toEqual([3, 4, 6, 5, 6]);
  });

  it("takes nothing in twice, and asks anew when something is missing", async () => {
    Line.last.says(welcome(3), played(3), played(4), played(4));
    expect(heard.versions).toEqual([3, 4]);
    Line.last.says(played(6));
    expect(heard.versions).toEqual([3, 4]);
    await vi.advanceTimersByTimeAsync(1_000);
    Line.last.open();
    expect(Line.last.sent[0]).toMatchObject({ since: 4 });
  });

  it("asks anew when a pong tells of a later version", () => {
    Line.last.says(welcome(3), { pong: 3 });
    expect(heard.statuses.at(-1)).toBe("open");
    Line.last.says({ pong: 4 });
    expect(heard.statuses.at(-1)).toBe("lost");
  });

  it("takes a socket for dead on which nothing is heard", async () => {
    Line.last.says(welcome(3));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(Line.last.sent.at(-1)).toMatchObject({ ask: "ping" });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(Line.all.length).toBeGreaterThan(1);
  });

  it("does not wait any longer when the page is seen again", async () => {
    const seen = vi.spyOn(document, "visibilityState", "get");
    const turnTo = (state: DocumentVisibilityState) => {
      seen.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    Line.last.says(welcome(3));
    Line.last.close(1006);
    turnTo("hidden");
    expect(Line.all).toHaveLength(1);
    turnTo("visible");
    expect(Line.all).toHaveLength(2);
    expect(heard.statuses.at(-1)).toBe("connecting");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Line.all).toHaveLength(2);
    Line.last.open();
    Line.last.says(welcome(3));
    turnTo("visible");
    expect(Line.all).toHaveLength(2);
    expect(Line.last.sent.at(-1)).toMatchObject({ ask: "ping" });
  });

  it("does not come back when its link is good for nothing, and says why", async () => {
    const outcome = connection.play(action);
    Line.last.says({ id: "", error: "token.unknown", sentence: "…" });
    Line.last.close(4000);
    expect(heard.statuses.at(-1)).toBe("closed");
    expect(heard.why).toBe("token.unknown");
    expect(await outcome).toMatchObject({ error: "closed" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Line.all).toHaveLength(1);
  });

  it("says that the table is gone when the server no longer knows it", async () => {
    Line.last.says(welcome(3));
    Line.last.close(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    Line.last.open();
    Line.last.says({ id: "", error: "table.unknown", sentence: "…" });
    Line.last.close(4000);
    expect(heard.statuses.at(-1)).toBe("closed");
    expect(heard.why).toBe("table.unknown");
  });

  it("comes back to a table that was only busy", async () => {
    Line.last.says({ id: "", error: "table.busy", sentence: "…" });
    Line.last.close(4000);
    expect(heard.statuses.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Line.all).toHaveLength(2);
  });

  it("repeats what came too fast", async () => {
    Line.last.says(welcome(3));
    const outcome = connection.play(action);
    const { id } = Line.last.sent[1]!;
    Line.last.says({ id, error: "request.rate", sentence: "Too fast" });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(Line.last.sent[2]).toEqual(Line.last.sent[1]);
    Line.last.says({ id, version: 4, played: true });
    expect(await outcome).toMatchObject({ played: true });
  });
});
