/**
 * The parts of the game page that load after the board. They are loaded before they are
 * needed, so that they are available even if the connection is lost.
 */
import { drawnCard } from "../board/BoardCenter.svelte";
import { chatMessages } from "../chat/Chat.svelte";
import { afterBoard, loadAhead } from "../common/lazyPart";
import { moreSheet } from "../menu/Menu.svelte";
import { stageParts } from "../stage/stageParts";
import { tradeParts } from "../trade/tradeParts";

export const gameParts = {
  announcer: afterBoard(() => import("../announce/Announcer.svelte")),
  hand: afterBoard(() => import("../players/Hand.svelte")),
  deed: afterBoard(() => import("../deeds/Deed.svelte")),
  manage: afterBoard(() => import("../deeds/Manage.svelte")),
  player: afterBoard(() => import("../players/PlayerSheet.svelte")),
  reaction: afterBoard(() => import("../chat/Reaction.svelte")),
};

/** All parts, in the order in which a game needs them. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- .svelte imports have type any
const ALL: (() => Promise<unknown>)[] = [
  stageParts.entry,
  stageParts.miniDeed,
  drawnCard,
  stageParts.gavel,
  stageParts.highestBid,
  stageParts.offers,
  stageParts.offerAnswer,
  gameParts.announcer,
  gameParts.hand,
  gameParts.deed,
  gameParts.manage,
  tradeParts.trade,
  tradeParts.offerAfter,
  gameParts.player,
  chatMessages,
  moreSheet,
  stageParts.watch,
  stageParts.absent,
  stageParts.citation,
  stageParts.over,
];

const LATER = 2_000;

/** Load all parts when the page is idle; return a function that cancels the loading. */
export function loadGameParts(): () => void {
  const load = async (): Promise<void> => {
    // One at a time, because the board's animations have priority.
    for (const part of ALL) await loadAhead(part);
  };
  const timer = setTimeout(() => void load(), LATER);
  return () => clearTimeout(timer);
}
