import {
  namePages,
  quoted,
  type Answer,
  type AttemptRecord,
  type Citation,
  type CitedPlace,
  type Highlight,
  type PageBox,
} from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { headingPath, percent, milliseconds } from './format-text.js';

/**
 * Renders an answer for people: the text, its key spans in bold, the cited spans, the confidence and the duration. A declined
 * question gets the closest spans, as an offer.
 */
export function renderAnswer(answer: Answer, colours: Colours): string {
  const { closest = [] } = answer;
  const lines = [answer.status === 'answered' ? renderText(answer, colours) : colours.yellow(answer.answer)];
  if (answer.citations.length > 0) lines.push('', ...renderCitations(answer.citations, colours));
  if (closest.length > 0) lines.push('', 'Closest passages:', '', ...renderCitations(closest, colours));
  lines.push('', colours.dim(renderFigures(answer)));
  lines.push(...answer.history.flatMap((record) => renderCorrection(record)).map((line) => colours.dim(line)));
  if (answer.degraded.length > 0) lines.push(colours.yellow(`Without: ${answer.degraded.join(', ')}`));
  lines.push(...(answer.notices ?? []).map((notice) => colours.yellow(notice)));
  return `${lines.join('\n')}\n`;
}

/** The words that were asked for in bold; the whole text where none stand out. */
function renderText({ answer: text, highlights = [], shortAnswer }: Answer, colours: Colours): string {
  const spans = highlights.length > 0 ? highlights : placeOf(shortAnswer, text);
  if (spans.length === 0) return colours.bold(text);
  let rendered = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at || end <= start) continue;
    rendered += text.slice(at, start) + colours.bold(text.slice(start, end));
    at = end;
  }
  return rendered + text.slice(at);
}

function placeOf(words: string | undefined, text: string): Highlight[] {
  const start = words === undefined ? -1 : text.indexOf(words);
  return words === undefined || start < 0 ? [] : [{ start, end: start + words.length }];
}

export function renderCitations(citations: readonly Citation[], colours: Colours): string[] {
  return citations.flatMap((citation) => renderCitation(citation, colours));
}

/**
 * `[1] Title › Section — source:120-164  "quote"`, then the other places of the sentence; the offsets count in the stored text of
 * the document.
 */
function renderCitation(citation: Citation, colours: Colours): string[] {
  return [
    `${colours.cyan(`[${citation.marker}]`)} ${renderPlace(citation, colours)}`,
    `    ${quoted(citation.quote.replace(/\s+/g, ' '))}`,
    ...(citation.alsoAt ?? []).map((place) => `    also in ${renderPlace(place, colours)}`),
  ];
}

function renderPlace(
  { title, section, source, start, end, ...pages }: CitedPlace & Pick<Citation, 'box'>,
  colours: Colours,
): string {
  const parts = [namePages(pages), pages.box && renderBox(pages.box)].filter((part) => typeof part === 'string');
  const place = `${renderSpan({ source, start, end })}${parts.length === 0 ? '' : ` (${parts.join(': ')})`}`;
  return `${headingPath(title, section)} — ${colours.dim(place)}`;
}

/** `places/light.md:120-164`; of a page without words the document alone. */
export function renderSpan({ source, start, end }: Pick<CitedPlace, 'source' | 'start' | 'end'>): string {
  return end > start ? `${source}:${start}-${end}` : source;
}

/** From the top left corner of the page: `5–40 % across, 10–30 % down`. */
function renderBox({ left, top, right, bottom }: PageBox): string {
  const [from, to, above, below] = [left, right, top, bottom].map((share) => Math.round(share * 100));
  return `${from}–${to} % across, ${above}–${below} % down`;
}

function renderFigures({ status, confidence, durationMs, timings, queryType, attempts }: Answer): string {
  const parts = [
    status === 'answered' && confidence !== null ? `confidence ${percent(confidence)}` : null,
    queryType.replace('_', ' '),
    attempts > 1 ? `${attempts} attempts` : null,
    `${milliseconds(durationMs)} (${timings.map(({ stage, ms }) => `${stage} ${milliseconds(ms)}`).join(', ')})`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** "attempt 2, leaving out …: confidence 98 %, kept"; nothing for the first. */
function renderCorrection({ number, change, confidence, kept }: AttemptRecord): string[] {
  if (!change) return [];
  const sure = confidence === null ? 'nothing found' : `confidence ${percent(confidence)}`;
  return [`attempt ${number}, ${change.detail}: ${sure}${kept ? ', kept' : ''}`];
}
