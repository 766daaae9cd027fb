/** The sheets of a game, and its end: their code comes after the board, and before the connection can be lost. */
import { loadAhead } from "../look/part";

export const sheets = {
  entry: () => import("../stage/EntryPart.svelte"),
  offers: () => import("../stage/Offers.svelte"),
  answered: () => import("../stage/AnsweredPart.svelte"),
  announce: () => import("./Announce.svelte"),
  deed: () => import("../deeds/Deed.svelte"),
  manage: () => import("../deeds/Manage.svelte"),
  trade: () => import("../deeds/Trade.svelte"),
  offer: () => import("../deeds/OfferAfter.svelte"),
  player: () => import("./PlayerSheet.svelte"),
  talk: () => import("./Talk.svelte"),
  more: () => import("./MoreSheet.svelte"),
  watch: () => import("../stage/WatchPart.svelte"),
  gone: () => import("../stage/GonePart.svelte"),
  over: () => import("../stage/OverPart.svelte"),
};

const LATER = 2_000;

/** Load them all when there is nothing else to do; returns how to call it off. */
export function loadSheets(): () => void {
  const load = async (): Promise<void> => {
    // One after the other: a board that moves goes first.
    for (const sheet of Object.values(sheets)) await loadAhead(sheet);
  };
  const timer = setTimeout(() => void load(), LATER);
  return () => clearTimeout(timer);
}
