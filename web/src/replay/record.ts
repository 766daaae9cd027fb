/**
 * Reads a game file (docs/record.md) in the browser. It checks the format of every line, but not
 * whether the game follows the rules.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { LEAST_SEATS, MOST_SEATS, RECORD_VERSION } from "../constants";
import type { Action, GameEvent, Rules, View } from "../generated/wire";
import type { ViewChange } from "../table/viewChanges";
import type { SeatedPlayer } from "../table/seats";
import { isBoard, isEvent, isStart } from "./validate";

export type Roll = [number, number];

export type Dice =
  | { kind: "seeded"; seed: number }
  | { kind: "fair"; commitment: string; game: string; contributions: string[] }
  | { kind: "recorded" };

/**
 * A position as stored in a record: with the unseen cards, and without fields that have their usual
 * starting values.
 */
export type Start = Partial<View> & { unseen?: string[][] };

export interface Header {
  rules: Partial<Rules>;
  board: "classic" | Record<string, unknown>;
  players: { name: string; token: string; kind: string }[];
  chance: Dice;
  /** The position that the game started from; null for the usual start. */
  start: Start | null;
  created: string | null;
}

/** The state of the game after an action. The first step is the setup, which has no action. */
export interface RecordStep {
  /** The step's line in the file, counting from 1. */
  line: number;
  action: Action | null;
  by: "bot" | "clock" | "seat" | "table";
  /** Seconds since the start of the game. */
  time: number | null;
  rolls: Roll[];
  /** This field and the following ones are empty in a record that is not full. */
  events: GameEvent[];
  changes: ViewChange[];
  /** Each player's worth after this step. */
  worths: number[];
}

export interface End {
  line: number;
  winners: number[];
  secret: string | null;
}

/** A checksum of the preceding lines: the recorded value and the correct value. */
export interface Sum {
  line: number;
  recorded: string;
  true: string;
}

export interface GameRecord {
  header: Header;
  /**
   * Whether the record contains events and views, so that replaying it does not require the rules.
   */
  full: boolean;
  decks: Partial<Record<"chance" | "chest" | "deeds", number[]>>;
  steps: RecordStep[];
  /** Null if the game was saved before it ended or the rest of the file is missing. */
  end: End | null;
  sums: Sum[];
}

/** Why a file is not a record: the line (0 for the whole file), a text key and its values. */
export class RecordError extends Error {
  constructor(
    readonly line: number,
    readonly key: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(`Line ${line}: ${key}`);
  }
}

const MOST_BYTES = 128_000_000;
/** The maximum length of a list in a line: a card order, rolls or changes. */
const MOST_ENTRIES = 10_000;
const LONGEST_NAME = 200;
const BY = ["bot", "clock", "seat", "table"] as const;

type Fields = Record<string, unknown>;

export function readRecord(bytes: Uint8Array): GameRecord {
  if (bytes.length === 0) throw new RecordError(0, "replay.error.empty");
  if (bytes.length > MOST_BYTES) throw new RecordError(0, "replay.error.large");
  const reader = new Reader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    const raw = bytes.subarray(start, end + 1);
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(start, end));
    } catch {
      throw new RecordError(line, "replay.error.text");
    }
    if (found < 0 && line > 1) throw new RecordError(line, "replay.error.cut");
    reader.take(line, text, raw);
    start = end + 1;
  }
  return reader.whole();
}

class Reader {
  private readonly hashed = sha256.create();
  private header: Header | null = null;
  private full = false;
  private decks: GameRecord["decks"] = {};
  private readonly steps: RecordStep[] = [];
  private readonly sums: Sum[] = [];
  private end: End | null = null;
  private last = -1;

  take(line: number, text: string, raw: Uint8Array): void {
    if (this.end) throw new RecordError(line, "replay.error.after");
    const fields = this.parse(line, text);
    if (this.header === null) {
      this.header = readHeader(line, fields);
      this.full = fields["full"] === true;
    } else if ("table" in fields) {
      // Table events are not part of the game.
    } else if ("setup" in fields) this.setup(line, fields);
    else if (this.steps.length === 0) throw new RecordError(line, "replay.error.setup");
    else if ("action" in fields) this.readAction(line, fields);
    else if ("digest" in fields) this.sum(line, fields);
    else if ("end" in fields) this.finish(line, fields);
    else throw new RecordError(line, "replay.error.line");
    this.hashed.update(raw);
  }

  whole(): GameRecord {
    const { header, full, decks, steps, end, sums } = this;
    if (header === null || steps.length === 0) throw new RecordError(0, "replay.error.short");
    return { header, full, decks, steps, end, sums };
  }

  private parse(line: number, text: string): Fields {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      throw new RecordError(line, line === 1 ? "replay.error.other" : "replay.error.json");
    }
    return object(line, data, line === 1 ? "replay.error.other" : "replay.error.line");
  }

  private setup(line: number, fields: Fields): void {
    if (this.steps.length > 0) throw new RecordError(line, "replay.error.setup");
    const setup = object(line, fields["setup"]);
    for (const name of ["chance", "chest", "deeds"] as const)
      if (name in setup) this.decks[name] = wholes(line, setup[name]);
    const rolls = "rolls" in setup ? rollsOf(line, setup["rolls"]) : [];
    const outcome = this.outcomeOf(line, fields);
    this.steps.push({ line, action: null, by: "table", time: null, rolls, ...outcome });
  }

  private readAction(line: number, fields: Fields): void {
    const { n, by, time } = fields;
    if (!whole(n)) throw new RecordError(line, "replay.error.line");
    const next = this.last < 0 ? (this.header?.start ? n : 1) : this.last + 1;
    if (n !== next) throw new RecordError(line, "replay.error.number", { number: n, next });
    this.last = n;
    const action = object(line, fields["action"]);
    const decided = BY.find((one) => one === by);
    if (typeof action["action"] !== "string" || !whole(action["seat"]) || !decided)
      throw new RecordError(line, "replay.error.line");
    this.steps.push({
      line,
      action: action as unknown as Action,
      by: decided,
      time: typeof time === "number" ? time : null,
      rolls: rollsOf(line, fields["chance"]),
      ...this.outcomeOf(line, fields),
    });
  }

  private outcomeOf(
    line: number,
    fields: Fields,
  ): Pick<RecordStep, "events" | "changes" | "worths"> {
    if (!this.full) return { events: [], changes: [], worths: [] };
    const events = list(line, fields["events"]);
    if (!events.every(isEvent)) throw new RecordError(line, "replay.error.event");
    const changes = list(line, fields["view"]).map((change) => changeOf(line, change));
    const worths = wholes(line, fields["worths"]);
    if (worths.length !== this.header?.players.length)
      throw new RecordError(line, "replay.error.line");
    return { events, changes, worths };
  }

  private sum(line: number, fields: Fields): void {
    this.sums.push({
      line,
      recorded: String(fields["sum"]),
      true: bytesToHex(this.hashed.clone().digest()),
    });
  }

  private finish(line: number, fields: Fields): void {
    this.sum(line, fields);
    const end = object(line, fields["end"]);
    const secret = typeof end["secret"] === "string" ? end["secret"] : null;
    this.end = { line, winners: wholes(line, end["winners"]), secret };
  }
}

function readHeader(line: number, fields: Fields): Header {
  if (fields["passgo"] !== "record") throw new RecordError(line, "replay.error.other");
  const version = fields["version"];
  if (version !== RECORD_VERSION)
    throw new RecordError(line, "replay.error.version", {
      version: String(version),
      known: String(RECORD_VERSION),
    });
  const players = list(line, fields["players"]).map((row) => {
    const { name, token, kind } = object(line, row);
    const texts = typeof name === "string" && typeof token === "string" && typeof kind === "string";
    if (!texts || Math.max(name.length, token.length, kind.length) > LONGEST_NAME)
      throw new RecordError(line, "replay.error.players");
    return { name, token, kind };
  });
  if (players.length < LEAST_SEATS || players.length > MOST_SEATS)
    throw new RecordError(line, "replay.error.players");
  const { board, start, created } = fields;
  if (board !== "classic" && !isBoard(board)) throw new RecordError(line, "replay.error.board");
  if (start !== undefined && !isStart(start)) throw new RecordError(line, "replay.error.start");
  return {
    rules: object(line, fields["rules"]),
    board: board as Header["board"],
    players,
    chance: readDice(line, object(line, fields["chance"])),
    start: (start as Start | undefined) ?? null,
    created: typeof created === "string" ? created : null,
  };
}

function readDice(line: number, dice: Fields): Dice {
  const { kind, seed, commitment, game, contributions } = dice;
  if (kind === "recorded") return { kind };
  if (kind === "seeded" && typeof seed === "number") return { kind, seed };
  if (kind === "fair" && typeof commitment === "string" && typeof game === "string") {
    const texts = list(line, contributions).map(String);
    return { kind, commitment, game, contributions: texts };
  }
  throw new RecordError(line, "replay.error.line");
}

// -- small checks ---------------------------------------------------------------------------------

function object(line: number, data: unknown, key = "replay.error.line"): Fields {
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new RecordError(line, key);
  return data as Fields;
}

function list(line: number, data: unknown): unknown[] {
  if (!Array.isArray(data) || data.length > MOST_ENTRIES)
    throw new RecordError(line, "replay.error.line");
  return data;
}

function whole(data: unknown): data is number {
  return Number.isSafeInteger(data);
}

function wholes(line: number, data: unknown): number[] {
  const found = list(line, data);
  if (!found.every(whole)) throw new RecordError(line, "replay.error.line");
  return found;
}

function rollsOf(line: number, data: unknown): Roll[] {
  return list(line, data).map((row) => {
    const [first, second, ...more] = wholes(line, row);
    const dice = [first, second].every((die) => die !== undefined && die >= 1 && die <= 6);
    if (!dice || more.length > 0) throw new RecordError(line, "replay.error.line");
    return [first, second] as Roll;
  });
}

function changeOf(line: number, data: unknown): ViewChange {
  const [path, value, ...more] = list(line, data);
  const steps = list(line, path);
  // A file from an unknown source must not be able to reach properties that all objects inherit.
  const fit = steps.every(
    (step) => whole(step) || (typeof step === "string" && !(step in Object.prototype)),
  );
  if (!fit || more.length > 0) throw new RecordError(line, "replay.error.line");
  return [steps as (string | number)[], value];
}

/** Return the players by seat, for the board and the charts. */
export function seatsInRecord(record: GameRecord): SeatedPlayer[] {
  return record.header.players.map(({ name, token, kind }) => ({
    name,
    token,
    bot: kind === "person" ? "" : kind,
    away: false,
    lost: false,
  }));
}
