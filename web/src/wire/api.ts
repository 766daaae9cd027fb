/** The HTTP side of a server: tables and seats. */
import type { Clock, Rules, Settings, TableTold, Saying, View } from "../generated/wire";
import { settledAfter } from "../platform/settled";

/** Why nothing was done: a code for programs, a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** A table in the list of open ones. */
export interface Listed {
  table: string;
  status: "open" | "playing";
  name: string;
  preset: string;
  seats: number;
  people: number;
  bots: number;
  locked: boolean;
}

export interface RuleOption {
  name: keyof Rules;
  about: string;
  default: number | boolean;
  house: boolean;
  low: number | null;
  high: number | null;
}

export interface RulesTold {
  presets: Record<string, Rules>;
  options: RuleOption[];
  bots: string[];
  tokens: string[];
}

export interface NewTable {
  rules?: Partial<Rules>;
  /** Which bot sits where; an empty one is a seat for a person. */
  seats?: { bot?: string }[];
  clock?: Clock;
  settings?: Settings;
}

/** The game as it is, and which seats of it a token holds. */
export interface Seen {
  you: number[];
  view: View | null;
}

export interface JoinRequest {
  name: string;
  token?: string;
  seat?: number;
  contribution?: string;
}

async function request<Told>(
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string | undefined } = {},
): Promise<Told> {
  const headers = new Headers();
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let answer: Response;
  try {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    answer = await settledAfter(fetch(path, { method, headers, ...content }));
  } catch {
    throw new Problem("network", "", 0);
  }
  const text = await settledAfter(answer.text());
  if (!answer.ok) throw problemOf(text, answer.status);
  const json = answer.headers.get("Content-Type")?.split(";")[0] === "application/json";
  return (json && text ? JSON.parse(text) : text) as Told;
}

function problemOf(text: string, status: number): Problem {
  try {
    const { error, sentence } = JSON.parse(text) as { error: string; sentence: string };
    return new Problem(error, sentence, status);
  } catch {
    return new Problem("server", text.slice(0, 300), status);
  }
}

const at = (table: string, more = ""): string => `/api/tables/${encodeURIComponent(table)}${more}`;

export const api = {
  rules: () => request<RulesTold>("GET", "/api/rules"),
  list: () => request<Listed[]>("GET", "/api/tables"),
  make: (body: NewTable) =>
    request<{ table: string; token: string }>("POST", "/api/tables", { body }),
  show: (table: string) => request<TableTold>("GET", at(table)),
  change: (
    table: string,
    token: string,
    changes: { settings?: Settings; seats?: { bot?: string }[]; was?: number[]; clock?: Clock },
  ) => request<TableTold>("PATCH", at(table), { body: changes, token }),
  remove: (table: string, token: string) => request<void>("DELETE", at(table), { token }),
  start: (table: string, token: string) =>
    request<TableTold>("POST", at(table, "/start"), { token }),
  handOver: (table: string, token: string, seat: number) =>
    request<void>("POST", at(table, "/host"), { body: { seat }, token }),
  watchLink: (table: string, token: string) =>
    request<{ token: string }>("POST", at(table, "/watch"), { token }),
  rematch: (table: string, token: string) =>
    request<TableTold>("POST", at(table, "/rematch"), { token }),
  join: (table: string, body: JoinRequest, token?: string) =>
    request<{ seat: number; token: string }>("POST", at(table, "/seats"), { body, token }),
  leave: (table: string, seat: number, token: string) =>
    request<void>("DELETE", at(table, `/seats/${seat}`), { token }),
  seatBot: (table: string, seat: number, bot: string, token: string) =>
    request<TableTold>("PUT", at(table, `/seats/${seat}/bot`), { body: { bot }, token }),
  contribute: (table: string, seat: number, contribution: string, token: string) =>
    request<TableTold>("PUT", at(table, `/seats/${seat}/contribution`), {
      body: { contribution },
      token,
    }),
  standIn: (table: string, seat: number, token: string) =>
    request<void>("POST", at(table, `/seats/${seat}/away`), { token }),
  view: (table: string, token: string) => request<Seen>("GET", at(table, "/view"), { token }),
  chat: (table: string, token: string) => request<Saying[]>("GET", at(table, "/chat"), { token }),
};
