import {
  counted,
  decide,
  Decision,
  decompose,
  DecomposedQuery,
  Hypothesis,
  hypothesise,
  describeContext,
  interpretPage,
  PlannedTools,
  planTools,
  search,
  searchPages,
  SearchResponse,
  stepBack,
  StepBack,
  synthesize,
  SynthesizeResponse,
  validate,
  ValidationResult,
  type RecordedCall,
  type SearchResult,
  type ToolFallback,
  type ToolStep,
} from '@arbiter/contracts';
import { z } from 'zod';
import { clipped } from './format-text.js';
import { percent } from './format-text.js';

/** Passages of a search that are shown, and the beginning of each, in characters. */
const SHOWN_PASSAGES = 5;
const SHOWN_TEXT = 72;
/** Longest line of a call that is not known by name. */
const SHOWN_JSON = 120;

/** What a call asked, in a few words; '' where there is nothing worth a word. */
export function describeInput(input: unknown): string {
  const [first] = Array.isArray(input) ? (input as unknown[]) : [input];
  if (typeof first !== 'object' || first === null) return '';
  const { query, question, method, limit } = first as Readonly<Record<string, unknown>>;
  const asked = query ?? question;
  const details = [method, typeof limit === 'number' ? `limit ${limit}` : undefined];
  const words = [
    typeof asked === 'string' ? `"${clipped(asked, SHOWN_TEXT)}"` : undefined,
    ...details.filter((detail) => typeof detail === 'string'),
  ];
  return words.filter((word) => word !== undefined).join(', ');
}

/** What came of a call, line by line; the first stands behind its name. */
export function describeOutput(name: string, output: unknown): string[] {
  switch (name) {
    case decompose.name:
      return described(DecomposedQuery, output, describePlan);
    case planTools.name:
      return described(PlannedTools, output, ({ steps }) => steps.map(describeStep));
    case stepBack.name:
      return described(StepBack, output, ({ question, reason }) => [question ?? `not taken: ${reason}`]);
    case hypothesise.name:
      return described(Hypothesis, output, ({ passage, reason }) => [
        clipped(passage ?? `none: ${reason}`, SHOWN_JSON),
      ]);
    case 'memory.open':
      return described(Opened, output, describeMemory);
    case 'domains.get':
      return [];
    case 'results.get':
      return ['found before, for the same library'];
    case search.name:
      return described(SearchResponse, output, ({ results }) => describePassages(results));
    case searchPages.name:
      return described(searchPages.output, output, ({ pages }) => [
        `Found ${counted(pages.length, 'page')}${pages.length === 0 ? '' : ': '}${pages.map(({ source, page }) => `${source} page ${page}`).join(', ')}`,
      ]);
    case interpretPage.name:
      return described(interpretPage.output, output, ({ mode, sentences }) => [
        mode === 'words' ? 'No picture was read' : `Read: ${clipped(sentences.join(' ') || 'nothing', SHOWN_JSON)}`,
      ]);
    case synthesize.name:
      return described(SynthesizeResponse, output, ({ text, citations, mode }) => [
        `${mode}, ${citations.length} cited: "${clipped(text, SHOWN_TEXT)}"`,
      ]);
    case validate.name:
      return described(ValidationResult, output, describeVerdict);
    case decide.name:
      return described(Decision, output, ({ tool, reasoning }) => [`${tool}: ${reasoning}`]);
    default:
      return [clipped(JSON.stringify(output), SHOWN_JSON)];
  }
}

function described<T>(
  schema: { safeParse(value: unknown): { data?: T | undefined } },
  output: unknown,
  describe: (value: T) => string[],
): string[] {
  const { data } = schema.safeParse(output);
  return data === undefined ? [clipped(JSON.stringify(output), SHOWN_JSON)] : describe(data);
}

type DescribedStep = Pick<ToolStep, 'id' | 'tool' | 'dependencies'> & {
  readonly fallback?: Pick<ToolFallback, 'tool' | 'condition'> | undefined;
};

function describePlan({ queryType, subQueries }: DecomposedQuery): string[] {
  const searches = subQueries.map(
    ({ query, suggestedTool, ...step }) => `${describeStep({ ...step, tool: suggestedTool })}: ${query}`,
  );
  return [queryType.replaceAll('_', ' '), ...searches];
}

function describeStep({ id, tool, dependencies, fallback }: DescribedStep): string {
  const after = dependencies.length > 0 ? ` after ${dependencies.join(', ')}` : '';
  const otherwise = fallback ? `, ${fallback.condition.replaceAll('_', ' ')} ${fallback.tool}` : '';
  return `${id}: ${tool}${after}${otherwise}`;
}

/** Only the fields that the description needs are checked. */
const Opened = z.looseObject({ question: z.string(), replaced: z.array(z.unknown()), history: z.array(z.unknown()) });

function describeMemory({ question, replaced, history }: z.output<typeof Opened>): string[] {
  const messages = history.length > 0 ? [`${history.length} messages of the session`] : [];
  return replaced.length > 0 ? [...messages, `read as: ${question}`] : messages;
}

function describePassages(results: readonly SearchResult[]): string[] {
  const shown = results.slice(0, SHOWN_PASSAGES).map(({ relevance_score, source, content }) => {
    return `${relevance_score.toFixed(2)}  ${source}  "${clipped(content, SHOWN_TEXT)}"`;
  });
  const more = results.length - shown.length;
  return [`${results.length} found`, ...shown, ...(more > 0 ? [`… and ${more} more`] : [])];
}

function describeVerdict({ recommendation, confidence, issues }: ValidationResult): string[] {
  return [`${recommendation}, confidence ${percent(confidence)}`, ...issues.map(({ message }) => message)];
}

/** Steps that keep what was found, measured or said; they decide nothing about the answer. */
const KEPT: ReadonlySet<string> = new Set([
  describeContext.name,
  'results.put',
  'durations.typical',
  'memory.remember',
]);

/** Whether a call says nothing about how an answer came about: a failed one always does, and so does a result that was kept. */
export function isBookkeeping({ name, error, output }: Pick<RecordedCall, 'name' | 'error' | 'output'>): boolean {
  if (error) return false;
  return KEPT.has(name) || (name === 'results.get' && output === null);
}
