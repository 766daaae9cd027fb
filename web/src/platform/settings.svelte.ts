/** The user's preferences, saved in this browser. */
import { MOST_SEATS } from "../constants";

export interface Settings {
  /** Empty means the browser's language. */
  language: string;
  theme: "auto" | "light" | "dark";
  /** Patterns on the group colors; `auto` follows `prefers-contrast`. */
  patterns: "auto" | "on" | "off";
  /** The amount of animation; `auto` follows `prefers-reduced-motion`. */
  motion: "auto" | "full" | "fast" | "off";
  sound: boolean;
  /** Volumes from 0 to 1: overall, and for each kind of sound. */
  volume: number;
  volumes: Record<string, number>;
  shortcuts: boolean;
  notify: boolean;
  /** Whether to give the player's own seats the standing order to ask for rent. */
  askRent: boolean;
  /** The last name, token and opponents chosen. */
  name: string;
  token: string;
  opponents: string[];
}

const KEY = "passgo.settings";
const touch = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  patterns: "auto",
  motion: "auto",
  sound: !touch,
  volume: 0.5,
  volumes: {},
  shortcuts: true,
  notify: false,
  askRent: true,
  name: "",
  token: "",
  opponents: ["Hugo", "Tilda", "Uma"],
};

const LONGEST = 100;
const isBoolean = (value: unknown) => typeof value === "boolean";
const isShortText = (value: unknown) => typeof value === "string" && value.length <= LONGEST;
const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);

/** Checks for each setting, because the storage may contain anything. */
const MAY_BE: { [Name in keyof Settings]: (value: unknown) => boolean } = {
  language: (value) => typeof value === "string" && /^([a-z]{2})?$/.test(value),
  theme: isOneOf("auto", "light", "dark"),
  patterns: isOneOf("auto", "on", "off"),
  motion: isOneOf("auto", "full", "fast", "off"),
  sound: isBoolean,
  volume: isShare,
  volumes: (value) =>
    typeof value === "object" && value !== null && Object.values(value).every(isShare),
  shortcuts: isBoolean,
  notify: isBoolean,
  askRent: isBoolean,
  name: isShortText,
  token: isShortText,
  opponents: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length < MOST_SEATS &&
    value.every(isShortText),
};

/** Return the saved settings; invalid values are replaced by the defaults. */
export function storedSettings(): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, mayBe] of Object.entries(MAY_BE)) {
      const value = (found as Record<string, unknown>)[name];
      if (mayBe(value)) settings[name] = value;
    }
  } catch {
    // storage may be blocked or contain unexpected data
  }
  return settings as unknown as Settings;
}

export const settings = $state<Settings>(storedSettings());

/** Change a setting and save it. */
export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // the setting lasts until the page is closed
  }
}

/**
 * Return whether a media query matches. The result is stored and updated on change, because each
 * query makes the browser check all styles.
 */
function watched(query: string): () => boolean {
  const list = typeof matchMedia === "function" ? matchMedia(query) : undefined;
  let matches = $state(list?.matches ?? false);
  list?.addEventListener("change", (event) => (matches = event.matches));
  return () => matches;
}

const prefersStillness = watched("(prefers-reduced-motion)");
const prefersContrast = watched("(prefers-contrast: more)");

/** Return the speed of animations: 1 is full speed, 0 turns them off. */
export function pace(): number {
  const motion =
    settings.motion === "auto" ? (prefersStillness() ? "off" : "full") : settings.motion;
  return { full: 1, fast: 0.4, off: 0 }[motion];
}

/** Return whether the group colors have patterns. */
export function hasPatterns(): boolean {
  return settings.patterns === "auto" ? prefersContrast() : settings.patterns === "on";
}
