/** A server that grants every request and records it. */
import { vi } from "vitest";
import type { SeatInfo, TableInfo } from "../src/generated/wire";

interface SentRequest {
  what: string;
  key: string | null;
  body: Record<string, unknown>;
}

export const server = {
  /** All requests, in order. */
  sent: [] as SentRequest[],
  /** The seats that each key holds. */
  you: [] as number[],
};

type Init = { method: string; headers: Headers; body?: string };

function grant(path: string, init: Init): Promise<Response> {
  const key = init.headers.get("Authorization");
  const body = JSON.parse(init.body ?? "{}") as SentRequest["body"];
  server.sent.push({ what: `${init.method} ${path}`, key, body });
  const reply = { table: "abc", seat: 1, key: `key ${server.sent.length}`, you: server.you };
  return Promise.resolve(Response.json(reply));
}

/** Start with empty storage and a server that has received no requests. */
export function startServer(): void {
  localStorage.clear();
  server.sent = [];
  server.you = [];
  vi.stubGlobal("fetch", grant);
  vi.stubGlobal("WebSocket", class {});
}

/** Make the first requests fail, as if the server could not be reached. */
export function failFirst(count: number): void {
  let left = count;
  vi.stubGlobal("fetch", (path: string, init: Init) => {
    const granted = grant(path, init);
    left -= 1;
    return left < 0 ? granted : Promise.reject(new TypeError("no connection"));
  });
}

export const seatInfo = (
  seat: number,
  kind: SeatInfo["kind"],
  more: Partial<SeatInfo> = {},
): SeatInfo => ({
  seat,
  name: "",
  token: "",
  kind,
  bot: "",
  away: false,
  contribution: "",
  ...more,
});

export const ANN = seatInfo(0, "person", { name: "Ann" });
export const BOB = seatInfo(1, "person", { name: "Bob" });

/** Return a rematch table whose game has not begun. */
export const rematchTable = (...seats: SeatInfo[]): TableInfo =>
  ({
    table: "abc",
    status: "open",
    commitment: "sealed",
    rematch_of: "xyz",
    seats,
  }) as unknown as TableInfo;
