/** The server's HTTP interface: tables and seats. */
import type {
  BotRequest,
  ChatMessage,
  ErrorReply,
  JoinRequest,
  ListedTable,
  RulesReply,
  SeatTaken,
  SeatView,
  TableChanges,
  TableInfo,
  TableMade,
  TableRequest,
  WatchLink,
} from "../generated/wire";
import { settledAfter } from "../platform/settled";

export type {
  ChatMessage,
  JoinRequest,
  ListedTable,
  RuleOption,
  RulesReply,
  SeatView,
  TableRequest,
} from "../generated/wire";

/** Why a request failed: a machine-readable code and a human-readable sentence. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function request<Reply>(
  method: string,
  path: string,
  { body, key }: { body?: unknown; key?: string | undefined } = {},
): Promise<Reply> {
  const headers = new Headers();
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (key) headers.set("Authorization", `Bearer ${key}`);
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
  return (json && text ? JSON.parse(text) : text) as Reply;
}

/** Parse the error that the server reported; a body in any other format comes from a proxy. */
export function problemOf(text: string, status: number): Problem {
  try {
    const { code, sentence } = JSON.parse(text) as Partial<ErrorReply>;
    if (code) return new Problem(code, sentence ?? "", status);
  } catch {
    // not JSON
  }
  return new Problem("server", text.slice(0, 300), status);
}

const at = (table: string, more = ""): string => `/api/tables/${encodeURIComponent(table)}${more}`;

export const api = {
  rules: () => request<RulesReply>("GET", "/api/rules"),
  list: () => request<ListedTable[]>("GET", "/api/tables"),
  make: (body: TableRequest) => request<TableMade>("POST", "/api/tables", { body }),
  show: (table: string) => request<TableInfo>("GET", at(table)),
  change: (table: string, key: string, changes: TableChanges) =>
    request<TableInfo>("PATCH", at(table), { body: changes, key }),
  remove: (table: string, key: string) => request<void>("DELETE", at(table), { key }),
  start: (table: string, key: string) => request<TableInfo>("POST", at(table, "/start"), { key }),
  handOver: (table: string, key: string, seat: number) =>
    request<void>("POST", at(table, "/host"), { body: { seat }, key }),
  watchLink: (table: string, key: string) =>
    request<WatchLink>("POST", at(table, "/watch"), { key }),
  rematch: (table: string, key: string) =>
    request<TableInfo>("POST", at(table, "/rematch"), { key }),
  join: (table: string, body: JoinRequest, key?: string) =>
    request<SeatTaken>("POST", at(table, "/seats"), { body, key }),
  leave: (table: string, seat: number, key: string) =>
    request<void>("DELETE", at(table, `/seats/${seat}`), { key }),
  seatBot: (table: string, seat: number, bot: BotRequest, key: string) =>
    request<TableInfo>("PUT", at(table, `/seats/${seat}/bot`), { body: bot, key }),
  contribute: (table: string, seat: number, contribution: string, key: string) =>
    request<TableInfo>("PUT", at(table, `/seats/${seat}/contribution`), {
      body: { contribution },
      key,
    }),
  standIn: (table: string, seat: number, key: string) =>
    request<void>("POST", at(table, `/seats/${seat}/away`), { key }),
  view: (table: string, key: string) => request<SeatView>("GET", at(table, "/view"), { key }),
  chat: (table: string, key: string) => request<ChatMessage[]>("GET", at(table, "/chat"), { key }),
};
