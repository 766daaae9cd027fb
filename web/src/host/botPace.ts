/** How long bots pause before they act: the choices in seconds, and their labels. */
import { speech, t } from "../say/say.svelte";

export const PACES = [0, 0.4, 0.8, 1.5];

export function paceText(pace: number): string {
  if (pace === 0) return t("side.host.pace.none");
  return t("side.host.pace.some", { seconds: pace.toLocaleString(speech.words.language) });
}

/** Return the next faster pace. */
export function nextQuicker(pace: number): number {
  return Math.max(0, ...PACES.filter((one) => one < pace));
}
