import type { JobPace } from '@arbiter/contracts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MEGABYTE = 1_000_000;

/** `12 documents/s, 1.4 MB/s, 3 min left`; empty where nothing can be said. */
export function renderPace(pace: JobPace | null, secondsLeft: number | null): string {
  if (!pace) return '';
  const speeds = [`${rounded(pace.documents)} documents/s`, `${rounded(pace.chunks)} chunks/s`];
  if (pace.bytes >= MEGABYTE / 10) speeds.push(`${rounded(pace.bytes / MEGABYTE)} MB/s`);
  return [...speeds, ...(secondsLeft === null ? [] : [`${renderDuration(secondsLeft)} left`])].join(', ');
}

function renderDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} min`;
  return `${(seconds / HOUR).toFixed(1)} h`;
}

function rounded(speed: number): string {
  return speed < 10 ? speed.toFixed(1) : Math.round(speed).toLocaleString('en');
}
