import { passageOf, type SearchResponse } from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { headingPath } from './heading-path.js';
import { percent } from './render-answer.js';

/** Columns of the excerpt: two lines of a usual terminal. */
const EXCERPT_LENGTH = 160;

/** Ranked passages as people read them. */
export function renderSearch(
  { results, synthesis, method_used, notices = [] }: SearchResponse,
  colours: Colours,
): string {
  const remarks = notices.map((notice) => `${colours.yellow(notice)}\n`).join('');
  if (results.length === 0) return `Nothing found (${method_used} search).\n${remarks}`;
  const lines = results.flatMap((result) => {
    const { title, section, source, start, end, text } = passageOf(result);
    const place = colours.dim(`${source}:${start}-${end}`);
    return [
      `${colours.cyan(String(result.rank).padStart(3))}  ${percent(result.relevance_score).padStart(5)}  ${headingPath(title, section)} — ${place}`,
      `            ${excerptOf(text)}`,
    ];
  });
  return `${[...(synthesis === null ? [] : [colours.bold(synthesis), '']), ...lines].join('\n')}\n${remarks}`;
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
