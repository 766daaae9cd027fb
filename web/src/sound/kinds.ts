/** The kinds of sound, in the order in which the settings list them. */
export const KINDS = [
  "turn",
  "dice",
  "step",
  "go",
  "money",
  "card",
  "build",
  "bid",
  "hammer",
  "bankrupt",
  "win",
] as const;

export type Kind = (typeof KINDS)[number];
