import type { Contradiction, Source, SourceQuality } from '@arbiter/contracts';
import { publicationTime, YEAR_MS } from '../contradictions/find-contradictions.js';
import type { ClaimSupport } from '../support/support-scorer.js';

/** Years after which a source counts half as much as the newest one. */
const HALF_LIFE_YEARS = 5;
/** Of the parts that are known; the rest of the weight is shared out between them. */
const WEIGHTS = { authority: 0.3, recency: 0.2, agreement: 0.3, completeness: 0.2 } as const;
type Part = keyof typeof WEIGHTS;

/**
 * Rates the reliability of each source. The score is the mean of four parts. Authority comes from the
 * metadata. Recency is relative to the newest source. Agreement is the share of other sources that do not contradict it.
 * Completeness is the share of claims that it supports. Unknown parts are null and do not count.
 */
export function rateSources(
  sources: readonly Source[],
  supports: readonly ClaimSupport[],
  contradictions: readonly Contradiction[],
): SourceQuality[] {
  const times = sources.map(publicationTime);
  const newest = Math.max(...times.map((time) => time ?? -Infinity));
  return sources.map((source, index) => {
    const time = times[index] ?? null;
    const parts = {
      authority: authorityOf(source),
      recency: time === null ? null : 2 ** (-(newest - time) / YEAR_MS / HALF_LIFE_YEARS),
      agreement: agreementOf(source, sources.length, contradictions),
      completeness: completenessOf(source, supports),
    };
    return { sourceId: source.id, score: meanOf(parts), ...parts, reasoning: reasoningOf(parts) };
  });
}

/** Mean quality of the sources that claims rest on, 0–1; null when none does. */
export function qualityRestedOn(qualities: readonly SourceQuality[], supports: readonly ClaimSupport[]): number | null {
  const cited = new Set(supports.flatMap((support) => citedBy(support)));
  const scores = qualities.filter(({ sourceId }) => cited.has(sourceId)).map(({ score }) => score);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** `authority` in the metadata: the orchestrator writes it there for the types that a domain pack weighs. */
function authorityOf({ metadata: { authority } }: Source): number | null {
  return typeof authority === 'number' && authority >= 0 && authority <= 1 ? authority : null;
}

/** Share of the other sources that do not contradict it; null when there is no other. */
function agreementOf({ id }: Source, count: number, contradictions: readonly Contradiction[]): number | null {
  if (count < 2) return null;
  const against = contradictions
    .filter(({ between }) => between === 'sources')
    .map(({ statements }) => statements.map(({ sourceId }) => sourceId))
    .filter((ids) => ids.includes(id))
    .flatMap((ids) => ids.filter((other) => other !== id));
  return 1 - new Set(against).size / (count - 1);
}

/** Share of the claims that it supports; null without claims. */
function completenessOf({ id }: Source, supports: readonly ClaimSupport[]): number | null {
  if (supports.length === 0) return null;
  return supports.filter((support) => citedBy(support).includes(id)).length / supports.length;
}

function citedBy({ support, spans }: ClaimSupport): string[] {
  return support === 'no_support' ? [] : spans.map(({ sourceId }) => sourceId);
}

function meanOf(parts: Readonly<Record<Part, number | null>>): number {
  let sum = 0;
  let total = 0;
  for (const part of Object.keys(WEIGHTS) as Part[]) {
    const value = parts[part];
    if (value === null) continue;
    sum += WEIGHTS[part] * value;
    total += WEIGHTS[part];
  }
  // Of which nothing is known, nothing speaks for or against.
  return total === 0 ? 0.5 : sum / total;
}

function reasoningOf(parts: Readonly<Record<Part, number | null>>): string {
  const known = (Object.keys(WEIGHTS) as Part[]).flatMap((part) => {
    const value = parts[part];
    return value === null ? [] : [`${part} ${Math.round(100 * value)} %`];
  });
  const unknown = (Object.keys(WEIGHTS) as Part[]).filter((part) => parts[part] === null);
  const rest = unknown.length === 0 ? '' : ` Not known: ${unknown.join(', ')}.`;
  return `${known.length === 0 ? 'Nothing is known of it.' : `${sentence(known)}.`}${rest}`;
}

function sentence(parts: readonly string[]): string {
  const joined = parts.join(', ');
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}
