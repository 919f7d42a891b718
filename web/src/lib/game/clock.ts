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
