import {
  statementOf as saidBy,
  type Claim,
  type ContradictingStatement,
  type Contradiction,
  type Source,
} from '@arbiter/contracts';
import { readingSentences, type Steps } from '@arbiter/text';
import { compareStatements, statementOf, type Statement } from './compare-statements.js';

/** Sentences of sources that are looked at, in the order of the sources: the best are first. */
const READ_SENTENCES = 2_000;
/** Sentences that are compared with a claim and with each other: those that share most words with it. */
const NEAR_SENTENCES = 12;
/** Content words that such a sentence shares with the claim at least. */
const LEAST_SHARED = 2;
/** Longer statements are lists or tables whose parts are about different things. */
const LONGEST_STATEMENT = 400;
const MAX_CONTRADICTIONS = 20;
/** Two names with values make a row. */
const KEYED = /:\s|\|/gu;

/**
 * Statements that cannot both be true: of the answer, of the answer and a source, of two sources. Only what sources say
 * about the claims is looked at, so that the work grows with claims times sentences. Compares a pair a step.
 *
 * @param claims of the answer, with their places in it
 * @returns at most 20, the answer's own first
 */
export function* findingContradictions(claims: readonly Claim[], sources: readonly Source[]): Steps<Contradiction[]> {
  const said = claims
    .map((claim) => ({ sourceId: null, start: claim.start, end: claim.end, text: saidBy(claim) }))
    .filter(isComparable)
    .map(statementOf);
  const byTerm = indexByTerm(yield* readingStatements(sources));
  const found: Contradiction[] = [];
  const compared = new Set<string>();
  const add = (between: Contradiction['between'], a: Statement, b: Statement): void => {
    const key = [a, b].map(({ sourceId, start }) => `${sourceId ?? ''}:${start}`).join('|');
    if (found.length >= MAX_CONTRADICTIONS || compared.has(key)) return;
    compared.add(key);
    const conflict = compareStatements(a, b);
    if (conflict) found.push({ between, ...conflict, ...sidesOf(a, b, sources) });
  };
  for (const [first, second] of pairsOf(said)) {
    yield;
    add('answer', first, second);
  }
  const near: Statement[][] = [];
  for (const statement of said) {
    const sentences = nearestTo(statement, byTerm);
    near.push(sentences);
    for (const sentence of sentences) {
      yield;
      add('answer_and_source', statement, sentence);
    }
  }
  for (const sentences of near) {
    for (const [a, b] of pairsOf(sentences)) {
      yield;
      if (a.sourceId !== b.sourceId) add('sources', ...inOrder(a, b));
    }
  }
  return found;
}

function isComparable({ text }: Pick<Statement, 'text'>): boolean {
  return text.length <= LONGEST_STATEMENT && (text.match(KEYED) ?? []).length < 2;
}

function* readingStatements(sources: readonly Source[]): Steps<Statement[]> {
  const statements: Statement[] = [];
  for (const { id, content } of sources) {
    if (statements.length >= READ_SENTENCES) break;
    for (const { start, end } of yield* readingSentences(content)) {
      if (statements.length >= READ_SENTENCES) break;
      yield;
      const sentence = { sourceId: id, start, end, text: content.slice(start, end).replace(/\s+/g, ' ') };
      if (isComparable(sentence)) statements.push(statementOf(sentence));
    }
  }
  return statements;
}

function indexByTerm(sentences: readonly Statement[]): ReadonlyMap<string, readonly Statement[]> {
  const index = new Map<string, Statement[]>();
  for (const sentence of sentences) {
    for (const term of sentence.terms) {
      const holders = index.get(term);
      if (holders) holders.push(sentence);
      else index.set(term, [sentence]);
    }
  }
  return index;
}

/** The sentences that share most content words with a statement, but not those that say it word for word. */
function nearestTo({ terms }: Statement, byTerm: ReadonlyMap<string, readonly Statement[]>): Statement[] {
  const shared = new Map<Statement, number>();
  for (const term of terms) {
    for (const sentence of byTerm.get(term) ?? []) shared.set(sentence, (shared.get(sentence) ?? 0) + 1);
  }
  return [...shared]
    .filter(([, count]) => count >= LEAST_SHARED)
    .sort(([, a], [, b]) => b - a)
    .slice(0, NEAR_SENTENCES)
    .map(([sentence]) => sentence);
}

function* pairsOf(statements: readonly Statement[]): Generator<[Statement, Statement]> {
  for (const [index, first] of statements.entries()) {
    for (const second of statements.slice(index + 1)) yield [first, second];
  }
}

/** One pair of two sentences, whichever of them was nearer to a claim. */
function inOrder(a: Statement, b: Statement): [Statement, Statement] {
  return `${a.sourceId ?? ''}:${a.start}` < `${b.sourceId ?? ''}:${b.start}` ? [a, b] : [b, a];
}

function sidesOf(a: Statement, b: Statement, sources: readonly Source[]): Pick<Contradiction, 'statements' | 'newer'> {
  const [first, second] = [a, b].map((statement) => {
    const source = sources.find(({ id }) => id === statement.sourceId);
    const time = source ? publicationTime(source) : null;
    return { time, side: sideOf(statement, source) };
  }) as [{ time: number | null; side: ContradictingStatement }, { time: number | null; side: ContradictingStatement }];
  const newer =
    first.time === null || second.time === null || first.time === second.time ? null : first.time > second.time ? 0 : 1;
  return { statements: [first.side, second.side], newer };
}

function sideOf({ sourceId, start, end, text }: Statement, source: Source | undefined): ContradictingStatement {
  const { date } = source?.metadata ?? {};
  return {
    sourceId,
    start,
    end,
    quote: source ? source.content.slice(start, end) : text,
    ...(typeof date === 'string' && { date }),
  };
}

const YEAR = /^\d{1,4}$/;

/**
 * When a source was written, by `date` in its metadata: ISO 8601 or a year.
 *
 * @returns milliseconds since the Unix epoch; null without a date that can be read
 */
export function publicationTime({ metadata }: Pick<Source, 'metadata'>): number | null {
  const { date } = metadata;
  if (typeof date !== 'string' && typeof date !== 'number') return null;
  const written = String(date).trim();
  const time = YEAR.test(written) ? Date.UTC(2000, 0, 1) + (Number(written) - 2000) * YEAR_MS : Date.parse(written);
  return Number.isFinite(time) ? time : null;
}

export const YEAR_MS = 365.2425 * 24 * 60 * 60 * 1_000;
