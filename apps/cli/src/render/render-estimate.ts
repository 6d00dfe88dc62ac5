import { counted } from '@arbiter/contracts';
import type { IngestionEstimate, MachineMadeEstimate } from '@arbiter/contracts';

/** Documents that are listed as left out or failed; the rest is counted. */
const LISTED = 20;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MIB = 1_024 * 1_024;

/** What a job would do, for people: documents by format, chunks, tokens, time and cost, and what would be left out. */
export function renderEstimate(estimate: IngestionEstimate): string {
  const { collection, documents, unchanged, deleted, failed, chunks, embedded, tokens, formats, sample } = estimate;
  const others = Object.entries({ unchanged, 'to delete': deleted, 'that cannot be read': failed })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  const lines = [
    `${collection}: ${counted(documents, 'document')} to read${others.length === 0 ? '' : ` (${others.join(', ')})`}`,
    ...formats.map(
      (format) =>
        `  ${format.mediaType}  ${counted(format.documents, 'document')}, ${megabytes(format.bytes)}, ${counted(format.chunks, 'chunk')}`,
    ),
    `  ${counted(chunks, 'chunk')}, of which ${embedded.toLocaleString('en')} to embed: ${counted(tokens, 'token')}`,
    `  ${time(estimate)}${costIn(estimate)}`,
  ];
  if (sample) {
    lines.push(`  Reckoned from a sample of ${counted(sample.documents, 'document')} with ${megabytes(sample.bytes)}.`);
  }
  if (estimate.machineMade.length > 0)
    lines.push('Machine-made, found behind what people wrote:', ...estimate.machineMade.flatMap(machineMade));
  const failures = estimate.failures.map(({ source, reason }) => `${source}: ${reason}`);
  const leftOut = estimate.leftOut.map(({ source, reason }) => `${source}: ${reason}`);
  return `${[...lines, ...listed('Cannot be read', failures, failed), ...listed('Left out', leftOut, estimate.skipped)].join('\n')}\n`;
}

function machineMade({ kind, documents, bytes, largest }: MachineMadeEstimate): string[] {
  const files = largest.map(({ source, bytes: size }) => `    ${source}, ${megabytes(size)}`);
  return [`  ${kind}  ${counted(documents, 'document')}, ${megabytes(bytes)}`, ...files];
}

function time({ seconds, pace }: IngestionEstimate): string {
  if (seconds === null) return 'Nothing says yet how long it takes';
  const basis =
    pace === null ? '' : `, as fast as ${pace.of === 'jobs' ? 'jobs were of late' : 'a sample was just now'}`;
  return `About ${duration(seconds)}${basis}`;
}

function costIn({ cost }: IngestionEstimate): string {
  return cost === null ? '' : `, and ${cost.amount.toFixed(4)} ${cost.currency}`;
}

function duration(seconds: number): string {
  if (seconds < MINUTE) return counted(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < HOUR) return counted(Math.round(seconds / MINUTE), 'minute');
  return `${(seconds / HOUR).toFixed(1)} hours`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(bytes < MIB ? 2 : 1)} MiB`;
}

function listed(title: string, entries: readonly string[], all: number): string[] {
  if (all === 0) return [];
  const shown = entries.slice(0, LISTED).map((entry) => `  ${entry}`);
  const more = all - shown.length;
  return [`${title}:`, ...shown, ...(more > 0 ? [`  … and ${more.toLocaleString('en')} more`] : [])];
}
