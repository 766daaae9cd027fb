/** How far the strip of players scrolls, so that whose turn it is can be seen. The own card is pinned and covers others. */

/** From where to where, in pixels. */
export interface Span {
  left: number;
  right: number;
}

/** Between two cards, and from a pinned card to the edge: at least so much. */
const GAP = 4;
/** Further than any strip is long. */
const ALL = 1e5;

/** To a card of somebody else, beside the player's own card if that is pinned: before the card or after it. */
export function toCard(card: Span, room: Span, own?: Span, before = false): number {
  const covered = own ? own.right - own.left + GAP : 0;
  const left = room.left + (before ? covered : 0);
  const right = room.right - (before ? 0 : covered);
  if (card.left >= left && card.right <= right) return 0;
  return (card.left + card.right - left - right) / 2;
}

/** To the place where the player's own card covers nobody, and who comes next is beside it; `last` is the card before it. */
export function toOwn(own: Span, room: Span, last?: Span): number {
  if (!last) return -ALL;
  const place = last.right + GAP;
  return Math.abs(place - own.left) <= GAP ? 0 : place - room.left - GAP;
}
