/** The sounds at a table: none before the first user gesture, and none if they are turned off. */
import type { Played, View } from "../generated/wire";
import { pace, settings } from "../platform/settings.svelte";
import type { Table } from "../table/table.svelte";
import type { Kind } from "./kinds";
import { scoreOf } from "./score";
import { Synth } from "./synth";

/**
 * The maximum length of queued sounds, in seconds. When bots play quickly, any further sounds are
 * dropped.
 */
const MOST_WAITING = 2;
const SPACES = 40;

let synth: Synth | null = null;
let gesture = false;

/** Start the audio, which browsers allow only after a user gesture. */
function wake(): void {
  gesture = true;
  if (!settings.sound || typeof AudioContext !== "function") return;
  try {
    synth ??= new Synth();
    synth.resume();
  } catch {
    synth = null; // no audio output: the game goes on without sound
  }
}

const GESTURES = ["pointerdown", "keydown"] as const;
for (const name of GESTURES) addEventListener(name, wake, { capture: true, passive: true });

function volumeOf(kind: Kind): number {
  if (!settings.sound) return 0;
  // Loudness is perceived logarithmically, so squaring makes the slider feel even.
  return (settings.volume * (settings.volumes[kind] ?? 1)) ** 2;
}

/** Play one kind of sound now, at the volume from the settings. */
export function sound(kind: Kind, delay = 0): void {
  if (gesture && synth === null) wake();
  synth?.play(kind, volumeOf(kind), delay);
}

/** Play a table's sounds; return a function that stops them. */
export function listen(table: Table): () => void {
  let busy = 0;
  let asked = table.view?.decision ?? -1;

  function onPlayed(message: Played, view: View): void {
    if (!settings.sound || document.visibilityState === "hidden") return;
    const now = performance.now() / 1000;
    const start = Math.max(0, busy - now);
    const notes = scoreOf(message, SPACES, pace());
    let last = start;
    for (const { kind, at } of notes) {
      if (start + at > MOST_WAITING) break;
      sound(kind, start + at);
      last = start + at;
    }
    busy = now + last;
    yourTurn(view, last);
  }

  /**
   * Play the sound for the player's turn, once for each question, and not after their own action.
   */
  function yourTurn(view: View, after: number): void {
    const mine = view.waiting_for.some((seat) => table.you.includes(seat));
    const was = asked;
    asked = mine ? -2 : view.decision;
    if (mine && was !== -2) sound("turn", Math.min(after, MOST_WAITING));
  }

  return table.watch(onPlayed);
}
