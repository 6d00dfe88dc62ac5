import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type {
  CitedStatement,
  ModelReport,
  ModelTerms,
  Passage,
  SynthesisDegradation,
  SynthesizeResponse,
} from '@arbiter/contracts';
import { ModelAccount } from '../../calls/model-account.js';
import type { TimeBudget } from '../../calls/time-budget.js';
import { DEFAULT_GENERATION_SETTINGS, type GenerationSettings } from '../../synthesis/generated/synthesis.prompt.js';
import type { Synthesizer } from '../../synthesis/synthesizer.js';
import type { CommunityReport } from './community-sentences.js';

/** A community and a reduce step have more sources than a passage search. */
export const OVERVIEW_GENERATION_SETTINGS: GenerationSettings = {
  ...DEFAULT_GENERATION_SETTINGS,
  maxSources: 40,
};

export interface OverviewCall {
  readonly terms: ModelTerms;
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
}

export interface WrittenOverview extends ModelReport {
  /** Empty if the model did not write, or found no answer in the communities. */
  readonly statements: readonly CitedStatement[];
  readonly degraded?: SynthesisDegradation;
}

/** Communities that a language model is asked about, those that say most about the topic. */
const MOST_ASKED = 12;
const ASKED_AT_ONCE = 4;
const SENTENCES_OF_COMMUNITY = 12;
const MOST_OF_COMMUNITY = 4;
const MOST_SENTENCES = 10;
const MARKER = / ?\[\d+\]/gu;

/**
 * Has a language model answer the question for each community, then write one answer from these. A marker of the answer leads to a
 * sentence about a community, and from there to the passages that this sentence cites.
 *
 * @param writer a synthesizer that says by `mode` whether the model wrote
 */
export async function writeOverview(
  query: string,
  reports: readonly CommunityReport[],
  writer: Synthesizer,
  { terms, signal, time }: OverviewCall,
): Promise<WrittenOverview> {
  const account = new ModelAccount(terms);
  const asked = reports
    .filter(({ sentences, context }) => sentences.length + context.length > 0)
    .sort((a, b) => (b.sentences[0]?.score ?? 0) - (a.sentences[0]?.score ?? 0))
    .slice(0, MOST_ASKED);
  const share = shareOf(terms, asked.length + 1);
  const write = async (passages: readonly Passage[], maxSentences: number, budget: ModelTerms) => {
    const written = await writer.synthesize(
      { query, passages, queryType: 'list_building', maxSentences, terms: budget },
      signal,
      time,
    );
    account.add(written);
    return written;
  };
  const mapped = await mapConcurrently(asked, ASKED_AT_ONCE, async ({ sentences, context }) => {
    const passages = distinct([...sentences, ...context].map(({ passage }) => passage)).slice(
      0,
      SENTENCES_OF_COMMUNITY,
    );
    return { passages, answer: await write(passages, MOST_OF_COMMUNITY, share) };
  });
  const failed = mapped.find(({ answer }) => answer.mode !== 'generated');
  if (failed) return { statements: [], ...degradationOf(failed.answer), ...account.report() };
  const points = mapped.flatMap(({ answer, passages }) =>
    statementsOf(answer, (chunkId) => passages.filter((one) => one.chunkId === chunkId)),
  );
  if (points.length === 0) return { statements: [], ...account.report() };
  const reduced = await write(points.map(asSource), MOST_SENTENCES, account.terms);
  const statements =
    reduced.mode === 'generated' ? statementsOf(reduced, (chunkId) => points[Number(chunkId)]?.passages ?? []) : [];
  return { statements, ...degradationOf(reduced), ...account.report() };
}

/** The sentences of an answer that cite something, with what they rest on in the end. */
export function statementsOf(
  { text, sentences, citations }: SynthesizeResponse,
  passagesOf: (chunkId: string) => readonly Passage[],
): CitedStatement[] {
  return sentences.flatMap(({ start, end, markers }) => {
    const cited = citations.filter(({ marker }) => markers.includes(marker));
    const passages = distinct(cited.flatMap(({ chunkId }) => passagesOf(chunkId)));
    const said = withoutMarkers(text.slice(start, end)).replace(/^-\s+/u, '').trim();
    if (passages.length === 0 || said === '') return [];
    return [{ text: `${said} ${passages.map((_, index) => `[${index + 1}]`).join('')}`, passages }];
  });
}

/** A sentence about a community as a source; its chunk id is its position. */
export function asSource({ text, passages: [first] }: CitedStatement, position: number): Passage {
  const said = withoutMarkers(text);
  return {
    ...{ chunkId: String(position), documentId: `community:${position}`, collection: first?.collection ?? 'default' },
    ...{
      text: said,
      start: 0,
      end: said.length,
      title: '',
      source: '',
      section: [],
      page: null,
      metadata: {},
      score: 1,
    },
  };
}

export function withoutMarkers(text: string): string {
  return text.replace(MARKER, '');
}

function distinct(passages: readonly Passage[]): Passage[] {
  return [...new Map(passages.map((passage) => [passage.chunkId, passage])).values()];
}

function degradationOf({ degraded }: SynthesizeResponse): Pick<WrittenOverview, 'degraded'> {
  return degraded ? { degraded } : {};
}

/** Calls that run at once share a budget in equal parts. */
function shareOf({ budget, includePrompts }: ModelTerms, calls: number): ModelTerms {
  return { ...(budget && { budget: { maxTokens: Math.floor(budget.maxTokens / calls) } }), includePrompts };
}
