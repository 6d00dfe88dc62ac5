import {
  namePages,
  pagesOfSpan,
  passageOf,
  type OperationOutput,
  type searchPages,
  type SearchResponse,
  type SearchResult,
} from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { headingPath, renderTable } from './format-text.js';
import { percent } from './format-text.js';

/** Columns of the excerpt: two lines of a usual terminal. */
const EXCERPT_LENGTH = 160;
/** What stands below a result begins under its title. */
const INDENT = ' '.repeat(12);

/** Ranked passages as people read them, each with its explanation where one was asked for. */
export function renderSearch(response: SearchResponse, colours: Colours): string {
  const { results, synthesis, method_used } = response;
  const remarks = remarksOf(response)
    .map((remark) => `${colours.yellow(remark)}\n`)
    .join('');
  if (results.length === 0) return `Nothing found (${method_used} search).\n${remarks}`;
  const lines = results.flatMap((result) => {
    const passage = passageOf(result);
    const { title, section, source, start, end, text } = passage;
    const pages = namePages(pagesOfSpan(passage, passage));
    const place = colours.dim(`${source}:${start}-${end}${pages === null ? '' : ` (${pages})`}`);
    return [
      `${colours.cyan(String(result.rank).padStart(3))}  ${percent(result.relevance_score).padStart(5)}  ${headingPath(title, section)} — ${place}`,
      `${INDENT}${excerptOf(text)}`,
      ...renderExplanation(result).map((line) => colours.dim(`${INDENT}${line}`)),
    ];
  });
  return `${[...(synthesis === null ? [] : [colours.bold(synthesis), '']), ...lines].join('\n')}\n${remarks}`;
}

/** Found pages as people read them: their place, how they were found, and the first of their words. */
export function renderPages({ pages, degraded }: OperationOutput<typeof searchPages>, colours: Colours): string {
  const lines = pages.flatMap(({ title, source, page, score, foundBy, words }, at) => [
    `${colours.cyan(String(at + 1).padStart(3))}  ${percent(score).padStart(5)}  ${headingPath(title, [`page ${page}`])} — ${colours.dim(`${source}, found by ${foundBy.join(' and ')}`)}`,
    `${INDENT}${excerptOf(words) || '(no words)'}`,
  ]);
  const remarks = degraded.length > 0 ? [colours.yellow(`Without: ${degraded.join(', ')}`)] : [];
  return `${[...(pages.length === 0 ? ['No page was found.'] : lines), ...remarks].join('\n')}\n`;
}

/** What a reader must know to judge the list: what had no part in it, and what the models do not cover. */
function remarksOf({ degraded = [], failed_knowledge_bases = [], notices = [] }: SearchResponse): string[] {
  return [
    ...(degraded.length > 0 ? [`Without: ${degraded.join(', ')}`] : []),
    ...failed_knowledge_bases.map(({ name, code }) => `Not searched: ${name} (${code})`),
    ...notices,
  ];
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Digits behind the point: reciprocal ranks of neighbours on a list differ in the fourth. */
const DIGITS = 4;
const NONE = '–';

/**
 * Explains a result's rank as a table: its score and contribution in each list, the fusion and the reranker's score. It
 * also shows the evidence, and the relevance before and after it was made to fall along the ranks.
 *
 * @returns its lines; none for a result without an explanation
 */
export function renderExplanation({ explanation, rank, relevance_score }: SearchResult): string[] {
  if (!explanation) return [];
  const { lists, fusion, fused_rank, fused_score, rerank, evidence, estimated_relevance } = explanation;
  return renderTable([
    ['', 'rank', 'score', 'contribution'],
    ...lists.map(({ list, rank: place, score, contribution }) => [
      list,
      place === null ? NONE : String(place),
      score === null ? NONE : score.toFixed(DIGITS),
      contribution.toFixed(DIGITS),
    ]),
    [`fused (${fusion})`, String(fused_rank), fused_score.toFixed(DIGITS), ''],
    rerank
      ? [`reranked (${rerank.reranker})`, NONE, rerank.score.toFixed(DIGITS), '']
      : ['not reranked', NONE, NONE, ''],
    ['cosine with the question', NONE, evidence.cosine?.toFixed(DIGITS) ?? NONE, ''],
    ['coverage of the question', NONE, evidence.coverage.toFixed(DIGITS), ''],
    ['relevance, estimated', NONE, estimated_relevance.toFixed(DIGITS), ''],
    ['shown', String(rank), relevance_score.toFixed(DIGITS), ''],
  ]).map((line) => line.trimEnd());
}
