/**
 * The layout of the game on this screen, decided in one place so that all components agree:
 * - wide: the stage in the middle of the board; players, log and chat beside it;
 * - tablet: the stage in the middle of the board; players above it, the menu below;
 * - short (a phone in landscape, or large type): the board on the left, everything else in a column
 * beside it;
 * - phone: players, board and stage stacked, with the menu within thumb's reach.
 */
import { MediaQuery } from "svelte/reactivity";

export type Layout = "wide" | "tablet" | "short" | "phone";

const wide = new MediaQuery("(min-width: 60rem) and (min-height: 38rem)");
const tablet = new MediaQuery("(min-width: 40rem) and (min-height: 44rem)");
const short = new MediaQuery("(min-width: 36rem) and (max-height: 43.99rem)");

export const layout = {
  get now(): Layout {
    if (wide.current) return "wide";
    if (tablet.current) return "tablet";
    return short.current ? "short" : "phone";
  },
};
