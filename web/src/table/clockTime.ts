/** Seconds under which it is time to hurry. */
export const LOW = 10;

/** What a seat has left for its decision, in seconds: the time of the move, then the reserve. */
export interface Times {
  move: number;
  reserve: number;
}

export const leftOf = ({ move, reserve }: Times): number => move + reserve;

/** Seconds as people read them: 1:05; under ten seconds with the last one counted down. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Both apart: 0:18 + 5:00; only one if there is no other. */
export function bothText({ move, reserve }: Times): string {
  const parts = [move, reserve].filter((part) => part > 0);
  return (parts.length > 0 ? parts : [0]).map(clockText).join(" + ");
}
