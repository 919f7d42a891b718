// What a clock shows.

/** Minutes and seconds; tenths in the last ten seconds. */
export function time(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A clock as the server writes it: 300+5, or 300+3x30 with periods of byo-yomi. */
export function control(text: string): { main: number; increment: number; periods: number; period: number } {
  const found = /^(\d+)(?:\+(?:(\d+)x)?([\d.]+))?$/.exec(text);
  const more = Number(found?.[3] ?? 0);
  const periods = Number(found?.[2] ?? 0);
  return { main: Number(found?.[1] ?? 0), increment: periods ? 0 : more, periods, period: periods ? more : 0 };
}

/** What is left, and where there is byo-yomi the periods with it: the present one last. */
export function shown(left: number, text: string): string {
  const { periods, period } = control(text);
  if (!periods) return time(left);
  const over = periods * period;
  if (left > over) return `${time(left - over)} + ${periods}×${period}`;
  const kept = Math.max(1, Math.ceil(left / period));
  return `${time(left - (kept - 1) * period)} × ${kept}`;
}
