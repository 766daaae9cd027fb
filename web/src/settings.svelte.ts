/** What this person likes, kept in this browser. */

export interface Settings {
  /** Empty: as the browser says. */
  language: string;
  theme: "auto" | "light" | "dark";
  /** How things move; `auto` asks `prefers-reduced-motion`. */
  motion: "auto" | "full" | "fast" | "off";
  sound: boolean;
  /** 0 to 1, of everything and of each kind of sound. */
  volume: number;
  volumes: Record<string, number>;
  shortcuts: boolean;
  notify: boolean;
  /** The name and the token last played with. */
  name: string;
  token: string;
}

const KEY = "passgo.settings";
const touch = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  motion: "auto",
  sound: !touch,
  volume: 0.5,
  volumes: {},
  shortcuts: true,
  notify: false,
  name: "",
  token: "",
};

function stored(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Partial<Settings>) : {};
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

/** Change something and keep it. */
export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // kept until the page is closed
  }
}

const stillness =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion)") : undefined;
/** Whether this device asks for stillness. Noted when it changes: to ask costs the browser a look at all styles. */
let still = $state(stillness?.matches ?? false);
stillness?.addEventListener("change", ({ matches }) => (still = matches));

/** Whether and how fast things move: 1 in full, 0 not at all. */
export function pace(): number {
  const motion = settings.motion === "auto" ? (still ? "off" : "full") : settings.motion;
  return { full: 1, fast: 0.4, off: 0 }[motion];
}
