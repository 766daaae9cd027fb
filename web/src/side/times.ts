/** Seconds under which it is time to hurry. */
export const LOW = 10;

/** Seconds as people read them: 1:05; under ten seconds with the last one counted down. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
