import { speakRow } from '@arbiter/composition';
import { MAX_CLAIMS, type Claim, type Source } from '@arbiter/contracts';
import type { Steps } from '@arbiter/text';
import { extractingClaims } from '../claims/extract-claims.js';
import { findComputedClaim, type ComputedClaim } from '../support/computed-claim.js';

export interface CheckableClaims {
  readonly claims: Claim[];
  /** The one of them that was computed of others. */
  readonly computed: ComputedClaim | null;
  /** Not checked. */
  readonly opinions: readonly Claim[];
  /** Whether there are more claims than are checked. */
  readonly truncated: boolean;
}

/** The claims of an answer that are checked: its facts and inferences. A sentence that a source holds stays whole. */
export function* checkableClaims(answer: string, sources: readonly Source[], query = ''): Steps<CheckableClaims> {
  const isWhole = yield* readingVerbatim(sources);
  const all = yield* extractingClaims(answer, { isWhole });
  const claims = all.filter(({ type }) => type !== 'opinion');
  const checked = claims.slice(0, MAX_CLAIMS);
  const computed = findComputedClaim(query, checked);
  return {
    claims: checked,
    computed,
    opinions: all.filter(({ type }) => type === 'opinion'),
    truncated: claims.length > MAX_CLAIMS,
  };
}

/** Shorter texts stand word for word in many sources that do not say them. */
const SHORTEST = 12;
const LINE = /[^\n]+/g;
const CELL_END = /[:;|]/;
/** Longest line that may be a row, in UTF-16 code units: more is prose without line breaks. */
const LONGEST_ROW = 2_000;

/**
 * Reads a source or a row a step.
 *
 * @returns whether one of the sources holds a text word for word, case and white space aside; a row of a table also as a
 *   person says it
 */
export function* readingVerbatim(sources: readonly Source[]): Steps<(text: string) => boolean> {
  const contents: string[] = [];
  const rows: string[] = [];
  for (const { content } of sources) {
    yield;
    contents.push(normalise(content));
    yield* speakRows(content, rows);
  }
  // One text is looked through faster than thousands; a row of a table is on one line.
  contents.push(rows.join('\n'));
  return (text) => {
    const wanted = normalise(text);
    return wanted.length >= SHORTEST && contents.some((content) => content.includes(wanted));
  };
}

/** @param rows gets those of the content as they are said */
function* speakRows(content: string, rows: string[]): Steps<void> {
  for (const { 0: line } of content.matchAll(LINE)) {
    yield;
    const row = line.length <= LONGEST_ROW && CELL_END.test(line) ? speakRow(line.trim()) : null;
    if (row) rows.push(normalise(row.text));
  }
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
