/** Below this many seconds, time is running out. */
export const LOW = 10;

/** The time that a seat has left for its decision, in seconds: the move time, then the reserve. */
export interface Times {
  move: number;
  reserve: number;
}

export const leftOf = ({ move, reserve }: Times): number => move + reserve;

/** Format seconds as a clock time such as 1:05, rounded up so that 0:00 means no time is left. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Format both times, such as 0:18 + 5:00, or only one if the other is zero. */
export function bothText({ move, reserve }: Times): string {
  const parts = [move, reserve].filter((part) => part > 0);
  return (parts.length > 0 ? parts : [0]).map(clockText).join(" + ");
}
