/** The sheets of a game, and its end: their code comes after the board, and before the connection can be lost. */
import { loadAhead } from "../common/lazyPart";

/** When the page has been drawn once more; one that nobody sees is drawn when it is seen. */
const drawing = () =>
  new Promise<unknown>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));

let board: Promise<unknown> | undefined;

/** Wanted with the first board it comes after it: what is in the middle of a game does not hold it up. */
const after =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await (board ??= drawing());
    return load();
  };

export const sheets = {
  entry: after(() => import("../stage/EntryPart.svelte")),
  offers: after(() => import("../stage/Offers.svelte")),
  answered: after(() => import("../stage/OfferAnswerPart.svelte")),
  announce: after(() => import("../announce/Announcer.svelte")),
  deed: after(() => import("../deeds/Deed.svelte")),
  manage: after(() => import("../deeds/Manage.svelte")),
  trade: after(() => import("../trade/Trade.svelte")),
  offer: after(() => import("../trade/OfferAfter.svelte")),
  player: after(() => import("../players/PlayerSheet.svelte")),
  talk: after(() => import("../chat/ChatMessages.svelte")),
  more: after(() => import("../menu/MoreSheet.svelte")),
  watch: after(() => import("../stage/WatchPart.svelte")),
  gone: after(() => import("../stage/AbsentPart.svelte")),
  over: after(() => import("../stage/OverPart.svelte")),
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
