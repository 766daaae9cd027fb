/** The setup of a new table: saved in this browser, and checked before it is sent. */
import {
  LEAST_SEATS,
  LONGEST_CLOCK,
  LONGEST_GAME,
  LONGEST_NAME,
  LONGEST_TITLE,
  MOST_SEATS,
} from "../constants";
import type { Rules, SeatSetup } from "../generated/wire";
import { t } from "../say/say.svelte";
import type { RulesReply, TableRequest } from "../wire/api";
import { anyBot, characterOf, freeCharacter } from "../seating/cast";
import type { RuleName } from "../rules/ruleSentences";
import type { Value } from "../rules/specialRules";

const KEY = "passgo.setup";

/** Who takes a seat: the user, someone else in this browser, anyone with the link, or a bot. */
export interface SeatChoice {
  who: "me" | "here" | "link" | "bot";
  /** The bot's level. */
  bot: string;
  /** The bot's character; empty for any bot of the level. */
  character: string;
  /** The name of someone else in this browser. */
  name: string;
}

export interface Setup {
  title: string;
  public: boolean;
  seats: SeatChoice[];
  preset: string;
  /** Options that differ from the preset. An incomplete number is null. */
  changes: Partial<Record<RuleName, Value | null>>;
  clock: {
    on: boolean;
    move: number | null;
    bank: number | null;
    out: "pass" | "safe" | "bot";
    bot: string;
    /** Minutes for the whole game, if the rules have a time limit. */
    game: number | null;
  };
  chat: boolean;
  pace: number;
}

export const seatFor = (who: SeatChoice["who"], bot = "normal", character = ""): SeatChoice => ({
  who,
  bot,
  character,
  name: "",
});

/** Return the characters that are chosen for the seats, except for one seat. */
export const chosenCharacters = (seats: readonly SeatChoice[], except = -1): Set<string> =>
  new Set(
    seats
      .filter(({ who, character }, seat) => who === "bot" && character && seat !== except)
      .map(({ character }) => character),
  );

/** Return the seats with a bot in one of them: its last character, or another one of its level. */
export function withBot(seats: readonly SeatChoice[], seat: number): SeatChoice[] {
  const taken = chosenCharacters(seats, seat);
  return seats.map((one, index) => {
    if (index !== seat) return one;
    const free = characterOf(one.character) && !taken.has(one.character);
    const character = free ? one.character : freeCharacter(one.bot, taken);
    return { ...one, who: "bot", character };
  });
}

export function freshSetup(): Setup {
  return {
    title: "",
    public: false,
    seats: [
      seatFor("me"),
      seatFor("link"),
      seatFor("bot", "normal", "Tilda"),
      seatFor("bot", "normal", "Vera"),
    ],
    preset: "consolidated",
    changes: {},
    clock: { on: false, move: 60, bank: 5, out: "bot", bot: "normal", game: 60 },
    chat: true,
    pace: 0.8,
  };
}

/** Return this browser's last setup; unreadable parts get their default values. */
export function storedSetup(): Setup {
  const fresh = freshSetup();
  let found: unknown;
  try {
    found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return fresh;
  }
  const setup = fieldsOf(found);
  const clock = fieldsOf(setup["clock"]);
  const changes = Object.entries(fieldsOf(setup["changes"])).filter(([, value]) => isValue(value));
  return {
    title: either(setup["title"], isText, fresh.title),
    public: either(setup["public"], isFlag, fresh.public),
    seats: withCharacters(either(setup["seats"], areSeats, fresh.seats)),
    preset: either(setup["preset"], isText, fresh.preset),
    changes: Object.fromEntries(changes),
    clock: {
      on: either(clock["on"], isFlag, fresh.clock.on),
      move: either(clock["move"], isNumber, fresh.clock.move),
      bank: either(clock["bank"], isNumber, fresh.clock.bank),
      out: either(clock["out"], isWhenOut, fresh.clock.out),
      bot: either(clock["bot"], isText, fresh.clock.bot),
      game: either(clock["game"], isNumber, fresh.clock.game),
    },
    chat: either(setup["chat"], isFlag, fresh.chat),
    pace: either(setup["pace"], isPace, fresh.pace),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isPace = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 10;
const isValue = (value: unknown): value is Value | null =>
  value === null || isNumber(value) || isFlag(value);
const isWhenOut = (value: unknown): value is Setup["clock"]["out"] =>
  value === "pass" || value === "safe" || value === "bot";

function areSeats(value: unknown): value is SeatChoice[] {
  if (!Array.isArray(value)) return false;
  const whole = value.map(fieldsOf).every(({ who, bot, name }) => {
    return ["me", "here", "link", "bot"].includes(who as string) && isText(bot) && isText(name);
  });
  return whole && value.length >= LEAST_SEATS && value.length <= MOST_SEATS;
}

/** Return stored seats; a bot that has no character, or that of another seat, gets a free one. */
function withCharacters(seats: readonly SeatChoice[]): SeatChoice[] {
  const taken = new Set<string>();
  return seats.map((one) => {
    if (one.who !== "bot") return { ...one, character: "" };
    const known = characterOf(one.character)?.level === one.bot && !taken.has(one.character);
    const character = known || one.character === "" ? one.character : freeCharacter(one.bot, taken);
    taken.add(character);
    return { ...one, character };
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function either<Kind>(
  value: unknown,
  fits: (value: unknown) => value is Kind,
  otherwise: Kind,
): Kind {
  return fits(value) ? value : otherwise;
}

/** Return the setup without any presets, options or bots that this server doesn't offer. */
export function fitting(setup: Setup, choices: RulesReply): Setup {
  if (!Object.hasOwn(choices.presets, setup.preset)) return freshSetup();
  const options = new Map<string, Value>(choices.options.map((one) => [one.name, one.default]));
  const changes = Object.entries(setup.changes).filter(
    ([name, value]) => value === null || typeof value === typeof options.get(name),
  );
  const known = ([name]: [string, unknown]) => options.has(name);
  const bot = (one: string) => (choices.bots.includes(one) ? one : "normal");
  return {
    ...setup,
    changes: Object.fromEntries(changes.filter(known)),
    seats: setup.seats.map((one) =>
      choices.bots.includes(one.bot) ? one : { ...one, bot: "normal", character: "" },
    ),
    clock: { ...setup.clock, bot: bot(setup.clock.bot) },
  };
}

export function storeSetup(setup: Setup): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch {
    // not saved if storage is blocked
  }
}

/** Return exactly this many seats: added seats are open, and seats are removed from the end. */
export function withSeats(seats: readonly SeatChoice[], count: number): SeatChoice[] {
  const kept = seats.slice(0, count);
  while (kept.length < count) kept.push(seatFor("link"));
  return kept;
}

export interface LocalPlayer {
  seat: number;
  name: string;
  me: boolean;
}

/** Return the people who play in this browser, seat by seat. */
export function peopleHere(setup: Setup, me: string): LocalPlayer[] {
  return setup.seats.flatMap(({ who, name }, seat): LocalPlayer[] => {
    if (who === "me") return [{ seat, name: me.trim(), me: true }];
    return who === "here" ? [{ seat, name: name.trim(), me: false }] : [];
  });
}

/** Return whether nobody has to join by link, so that the game can start immediately. */
export function complete(setup: Setup): boolean {
  return setup.seats.every((one) => one.who !== "link");
}

/**
 * Return the errors, by the field to fix: "title", "seat0", "clock.move", or the name of an option.
 */
export function wrong(setup: Setup, me: string, choices: RulesReply): Record<string, string> {
  const found: Record<string, string> = {};
  if ([...setup.title.trim()].length > LONGEST_TITLE)
    found["title"] = t("new.wrong.title", { most: LONGEST_TITLE });
  const taken = new Set<string>();
  for (const { seat, name, me: mine } of peopleHere(setup, me)) {
    const known = name.toLowerCase();
    if (!name || [...name].length > LONGEST_NAME)
      found[`seat${seat}`] = t(mine ? "new.wrong.me" : "new.wrong.name", { most: LONGEST_NAME });
    else if (taken.has(known)) found[`seat${seat}`] = t("new.wrong.twice", { name });
    taken.add(known);
  }
  for (const { name, low = null, high = null } of choices.options) {
    const value = setup.changes[name as RuleName];
    if (value === undefined || low === null || high === null) continue;
    if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high)
      found[name] = t("new.wrong.number", { low, high });
  }
  const { on, move, bank } = setup.clock;
  if (on) {
    if (!isTime(move)) found["clock.move"] = t("new.wrong.number", { low: 0, high: LONGEST_CLOCK });
    if (!isTime(secondsOf(bank)))
      found["clock.bank"] = t("new.wrong.clock", { high: LONGEST_CLOCK / 60 });
    if (move === 0 && bank === 0) found["clock.move"] = t("new.wrong.noClock");
  }
  if (hasTimeLimit(setup, choices) && !isGameLength(setup.clock.game))
    found["clock.game"] = t("new.wrong.number", { low: 1, high: LONGEST_GAME });
  return found;
}

/** Return whether a setup's rules have a time limit. */
export function hasTimeLimit({ changes, preset }: Setup, choices: RulesReply): boolean {
  return Boolean(changes.time_limit ?? choices.presets[preset]?.time_limit);
}

const isGameLength = (minutes: number | null): minutes is number =>
  Number.isInteger(minutes) && minutes! >= 1 && minutes! <= LONGEST_GAME;

const isTime = (seconds: number | null): boolean =>
  Number.isInteger(seconds) && seconds! >= 0 && seconds! <= LONGEST_CLOCK;

/**
 * Convert minutes to seconds, rounding away floating-point errors so that whole seconds stay whole.
 */
const secondsOf = (minutes: number | null): number | null =>
  minutes === null ? null : Number((minutes * 60).toFixed(6));

/** Return the request that the server expects. */
export function requestOf(setup: Setup): TableRequest {
  const { clock } = setup;
  const changes: Partial<Record<RuleName, Value>> = {};
  for (const [name, value] of Object.entries(setup.changes) as [RuleName, Value | null][])
    if (value !== null) changes[name] = value;
  return {
    rules: { preset: setup.preset, ...(changes as Partial<Rules>) },
    seats: plannedSeats(setup.seats),
    clock: {
      ...(clock.on && {
        move: clock.move ?? 0,
        bank: secondsOf(clock.bank) ?? 0,
        when_out: clock.out,
        bot: clock.bot,
      }),
      ...(isGameLength(clock.game) && { game_minutes: clock.game }),
    },
    settings: {
      name: setup.title.trim(),
      public: setup.public,
      chat: setup.chat,
      pace: setup.pace,
    },
  };
}

/** Return the seats as the server expects them; any bot of a level is a free character, if any. */
function plannedSeats(seats: readonly SeatChoice[]): SeatSetup[] {
  const taken = chosenCharacters(seats);
  return seats.map(({ who, bot, character }) => {
    if (who !== "bot") return {};
    const planned = character ? { bot, name: character } : anyBot(bot, taken);
    taken.add(planned.name ?? "");
    return planned;
  });
}
