/**
 * Computes how far to scroll the strip of players to show the current player. The user's own card
 * is pinned and covers other cards.
 */

/** A horizontal range in pixels. */
export interface Span {
  left: number;
  right: number;
}

/** The minimum distance between two cards, and from a pinned card to the edge. */
const GAP = 4;
/** More than the length of any strip. */
const ALL = 1e5;

/**
 * Return the distance to scroll to another player's card. If the user's own card `own` is pinned,
 * the other card is shown beside it; `before` means that the user's card is on the left. Half a
 * card remains at the other edge of the strip, as a sign that there are more.
 */
export function toCard(card: Span, room: Span, own?: Span, before = false): number {
  const covered = own ? own.right - own.left + GAP : 0;
  const left = room.left + (before ? covered : 0);
  const right = room.right - (before ? 0 : covered);
  if (card.left >= left && card.right <= right) return 0;
  return own && !before ? card.right - right + GAP : card.left - left - GAP;
}

/**
 * Return the distance to scroll to the user's own card so that it covers no other card and the next
 * player's card is beside it. `last` is the card before it.
 */
export function toOwn(own: Span, room: Span, last?: Span): number {
  if (!last) return -ALL;
  const place = last.right + GAP;
  return Math.abs(place - own.left) <= GAP ? 0 : place - room.left - GAP;
}
