/** `1 h 30 min`, `45 s`; seconds below a minute. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return 'Time not known';
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return [hours ? `${hours} h` : '', minutes % 60 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ');
}
