import type { Answer, PipelineStage, WritingStatus } from '@arbiter/contracts';
import { counted, money } from '../counted.js';
import { placeWords } from './place-link.js';

type Checks = NonNullable<Answer['validation']>['checks'];
type Support = Exclude<Checks['support']['token'], null>;
type Tone = 'good' | 'doubt' | 'bad';

/** What is told of a thing, a line each. */
export type Fact = readonly [name: string, lines: readonly string[], tone?: Tone];

export const SUPPORT_WORDS: Readonly<
  Record<Support, { readonly tone: Tone; readonly sign: string; readonly words: string }>
> = {
  fully_supported: { tone: 'good', sign: '✓', words: 'Supported by the sources' },
  partially_supported: { tone: 'doubt', sign: '~', words: 'Supported by the sources only in part' },
  no_support: { tone: 'bad', sign: '!', words: 'Not supported by the sources' },
};

/** Probability that an answer is right in a word. Below 0.4 answers are not shown by default, so the words begin there. */
export function confidenceWords(confidence: number): { readonly tone: Tone; readonly words: string } {
  if (confidence >= 0.8) return { tone: 'good', words: 'Very likely right' };
  if (confidence >= 0.6) return { tone: 'good', words: 'Likely right' };
  if (confidence >= 0.4) return { tone: 'doubt', words: 'May be right' };
  return { tone: 'bad', words: 'Doubtful' };
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The three checks: support, contradictions, relevance. */
export function checkWords({ support, contradictions, relevance, usefulness }: Checks): readonly Fact[] {
  const claims = support.perClaim.length;
  const supported = support.perClaim.filter((one) => one.support === 'fully_supported').length;
  const counted = `${supported} of ${claims} ${claims === 1 ? 'statement is' : 'statements are'} fully supported by the sources.`;
  const found = (contradictions ?? []).map(({ message }) => message);
  const looked = !contradictions
    ? 'Not looked for.'
    : found.length === 0
      ? 'None was found.'
      : `${found.length} found.`;
  const about = relevance.perSource.filter(({ token }) => token === 'relevant').length;
  const all = relevance.perSource.length;
  // Its reasons weigh for and against, also where the answer was found good.
  const told = usefulness.token === 'useful' ? 'The answer reads like one to the question.' : usefulness.reasoning;
  return [
    [
      'Support',
      [claims === 0 ? 'There was no statement that could be checked.' : counted],
      support.token === null ? 'doubt' : SUPPORT_WORDS[support.token].tone,
    ],
    ['Contradictions', [looked, ...found], found.length > 0 ? 'bad' : contradictions ? 'good' : 'doubt'],
    [
      'Relevance',
      [`${about} of ${all} ${all === 1 ? 'passage is' : 'passages are'} about the question.`, told],
      relevance.token === 'irrelevant' ? 'bad' : usefulness.token === 'useful' ? 'good' : 'doubt',
    ],
  ];
}

/** Parts of the server that could not be used; others stand as the server names them. */
const DEGRADED_WORDS: Readonly<Record<string, string>> = {
  'language-model':
    'The language model could not be used as intended, so the sources’ own sentences or rules stood in.',
  'model-budget': 'The budget of the language models was spent, so rules stood in.',
  planner: 'The question was searched as it stands, without a plan.',
  reader: 'No model read the passages, so words alone chose the sentences.',
  vector: 'The search by meaning could not be used.',
  keyword: 'The search by words could not be used.',
  'knowledge-graph': 'The knowledge graph could not be used.',
  memory: 'Earlier questions of this conversation could not be used.',
  'self-correction': 'A second attempt could not be made.',
  'answer-record': 'This answer could not be recorded, so links to it lead nowhere.',
};

export function degradedWords(part: string): string {
  return DEGRADED_WORDS[part] ?? `A part of the server could not be used: ${part}.`;
}

/** The text of an answer with its sources below, to be pasted elsewhere. */
export function asPlainText({ query, answer, citations }: Pick<Answer, 'query' | 'answer' | 'citations'>): string {
  const quoted = (quote: string) => (quote === '' ? '' : `: “${quote.replaceAll(/\s+/g, ' ')}”`);
  const sources = citations.map((one) => `[${one.marker}] ${placeWords(one)} (${one.source})${quoted(one.quote)}`);
  return [query, answer, ...(sources.length > 0 ? [`Sources\n${sources.join('\n')}`] : [])].join('\n\n');
}

/** A duration: "320 ms", "4.2 s". */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export function costWords({ tokens, cost }: Pick<Answer, 'tokens' | 'cost'>): readonly string[] {
  const used = tokens.map(
    ({ model, inputTokens, outputTokens }) =>
      `${model}: ${counted(inputTokens, 'token')} read, ${outputTokens.toLocaleString('en')} written`,
  );
  if (!cost) return used;
  const missing = cost.unpriced.length > 0 ? ` at least, without ${cost.unpriced.join(', ')}` : '';
  return [...used, `${money(cost.amount, cost.currency)}${missing}`];
}

/** What a stage does, in words. */
export const STAGE_WORDS: Readonly<Record<PipelineStage, readonly [running: string, done: string]>> = {
  context: ['Looking where to search', 'Looked where to search'],
  plan: ['Planning the search', 'Planned the search'],
  'step-back': ['Thinking of the question behind it', 'Answered the question behind it'],
  retrieve: ['Searching the library', 'Searched the library'],
  synthesise: ['Writing an answer', 'Wrote an answer'],
  validate: ['Checking every sentence', 'Checked every sentence'],
  correct: ['Trying to do better', 'Chose another way'],
};

/** What came of a stage, without the names that the server has for kinds of questions and verdicts. */
export function stageWords({ stage, detail }: { readonly stage: PipelineStage; readonly detail: string }): string {
  const said = stage === 'plan' ? detail.slice(detail.indexOf(', ') + 1).trim() : stage === 'validate' ? '' : detail;
  return said === '' ? STAGE_WORDS[stage][1] : `${STAGE_WORDS[stage][1]}: ${said}`;
}

export const WRITING_WORDS: Readonly<Record<WritingStatus, string>> = {
  loading: 'The language model is being loaded',
  reading: 'The language model is reading the passages',
  thinking: 'The language model is thinking',
  writing: 'The language model is writing',
};
