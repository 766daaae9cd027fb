/** The names of the reactions, in the order in which the server lists them. */
import { REACTIONS } from "../constants";

const NAMES = ["thumb", "applause", "laugh", "surprise", "sad", "party", "deal", "hurry"] as const;

export type ReactionName = (typeof NAMES)[number];

/** Return the name of a reaction; undefined if there is no drawing of it. */
export function reactionName(reaction: string): ReactionName | undefined {
  return NAMES[(REACTIONS as readonly string[]).indexOf(reaction)];
}
