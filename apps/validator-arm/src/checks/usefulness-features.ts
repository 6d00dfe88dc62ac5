import type { UsefulnessFeatures } from '@arbiter/confidence';
import type { QueryType, Source } from '@arbiter/contracts';
import { askedKind, numbersIn, questionTerms, terms } from '@arbiter/text';
import type { EvidenceIndex } from './evidence-index.js';
import { namedTerms } from './named-terms.js';
import type { ClaimSimilarity, RestedClaim } from './question-similarity.js';

/** A claim of the answer with what it rests on. */
export interface SupportedClaim extends RestedClaim {
  /** With the question; null when it was not read. */
  readonly similarity: ClaimSimilarity | null;
}

/** Kinds of question whose answer is spread over several statements: there all of them are taken together. */
const SPREAD: readonly QueryType[] = ['comparative', 'multi_hop'];
/** Fewer statements are no list; a number above the other counts none. */
const SHORTEST_LIST = 3;
const LONGEST_LIST = 50;

export interface UsefulnessView {
  readonly features: UsefulnessFeatures;
  /** Share of the question's terms, rare ones counting more, that the answer and the titles it rests on hold; for people. */
  readonly coverage: number;
  /** Words of the question that neither the answer nor any source holds, rarest first. */
  readonly missing: string[];
}

export function usefulnessFeatures(
  query: string,
  queryType: QueryType,
  claims: readonly SupportedClaim[],
  evidence: EvidenceIndex,
  answerability: number | null = null,
): UsefulnessView {
  const kind = askedKind(query);
  const asked = new Map(
    questionTerms(query)
      .filter(({ term }) => !kind?.terms.has(term))
      .map(({ term, start, end }) => [term, query.slice(start, end)]),
  );
  const weights = new Map([...asked.keys()].map((term) => [term, Math.log1p(Math.exp(evidence.rarity(term)))]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const share = (holds: (term: string) => boolean): number => {
    let sum = 0;
    for (const [term, weight] of weights) if (holds(term)) sum += weight;
    return total === 0 ? 1 : sum / total;
  };

  const spokenBy = claims.map(
    ({ text, source, evidence }) =>
      new Set(terms(`${text}\n${evidence}\n${contextOf(source)}`).map(({ term }) => term)),
  );
  const spoken = new Set(spokenBy.flatMap((held) => [...held]));
  const coverage = share((term) => spoken.has(term));
  const isSpread = SPREAD.includes(queryType);
  const named = [...namedTerms(query)];
  // The right thing said of another subject is no answer: an index of rarity knows little of names that every source holds.
  const aboutNamed = (held: ReadonlySet<string>): number =>
    named.length === 0 ? 1 : (1 + named.filter((term) => held.has(term)).length / named.length) / 2;
  const coverages = spokenBy.map((own) => {
    const held = isSpread ? spoken : own;
    return share((term) => held.has(term)) * aboutNamed(held);
  });
  const counted = numbersIn(query).filter(
    ({ value, kind: form }) => form === 'cardinal' && value > 1 && value <= LONGEST_LIST,
  );
  const wantsList = queryType === 'list_building' || queryType === 'procedural';

  return {
    features: {
      similarity: highest(claims, ({ cosine }) => cosine) ?? 0,
      alignment: highest(claims, ({ alignment }) => alignment),
      openCoverage: kind ? 0 : Math.max(0, ...coverages),
      kindCoverage: kind
        ? Math.max(0, ...claims.map(({ text }, index) => (coverages[index] ?? 0) * kind.fit(text)))
        : 0,
      asked: kind ? 1 : 0,
      spread: isSpread ? 1 : 0,
      list: wantsList && claims.length >= SHORTEST_LIST ? 1 : 0,
      count:
        queryType !== 'list_building' || counted.length === 0 || counted.some(({ value }) => value === claims.length)
          ? 1
          : 0,
      answerability,
    },
    coverage,
    missing: [...weights]
      .filter(([term]) => !spoken.has(term) && !evidence.holds(term))
      .sort(([, a], [, b]) => b - a)
      .map(([term]) => asked.get(term) ?? term),
  };
}

function highest(
  claims: readonly SupportedClaim[],
  valueOf: (similarity: ClaimSimilarity) => number | null,
): number | null {
  const values = claims.flatMap(({ similarity }) => (similarity && valueOf(similarity)) ?? []);
  return values.length === 0 ? null : Math.max(...values);
}

/** What says of what a source speaks: title, headings, and other names of its subject. */
export function contextOf(source: Source | undefined): string {
  if (!source) return '';
  const { title = '', section = '', aliases } = source.metadata;
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return [title, section, ...names].join('\n');
}

/** Title and headings, as a reader sees them above a statement; a heading that repeats the title is left out. */
export function headingOf(source: Source | undefined): string {
  const { title = '', section = '' } = source?.metadata ?? {};
  return [title, ...(section === title ? [] : [section])].filter((part) => part !== '').join('. ');
}
