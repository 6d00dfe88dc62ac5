import { documentUrl, namePages, quoted, type Answer, type Citation, judgedConfidence } from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { headingPath, percent } from './format-text.js';
import { renderCitations, renderSpan } from './render-answer.js';

/** Of the text on either side of a cited span, in UTF-16 code units: a few sentences. */
const AROUND = 300;

/**
 * A cited span in its context, with its place and how to open it.
 *
 * @param text of the document, in which the offsets of the citation count
 * @param origin of the console, without a slash at its end; null where no server is at hand
 */
export function renderSource(citation: Citation, text: string, origin: string | null, colours: Colours): string {
  const { marker, title, section, start, end, documentId } = citation;
  const pages = namePages(citation);
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const around = [
    start > AROUND ? before.replace(/^(?:\S{0,40}\s)?/, '…') : before,
    // The marks stand also where no colours are shown.
    colours.bold(`»${text.slice(start, end)}«`),
    end + AROUND < text.length ? after.replace(/(?:\s\S{0,40})?$/, '…') : after,
  ].join('');
  // Beside no words there is no context.
  const context = end > start ? around : quoted('');
  return [
    `${colours.cyan(`[${marker}]`)} ${colours.bold(headingPath(title, section))}`,
    colours.dim([renderSpan(citation), pages, documentId].filter((part) => part !== null).join(' · ')),
    '',
    ...context.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
    '',
    howToOpen(citation, origin),
    '',
  ].join('\n');
}

function howToOpen(citation: Citation, origin: string | null): string {
  const url = documentUrl(origin ?? 'http://127.0.0.1:3100', citation.documentId, citation);
  const page = origin === null ? `\`arbiter serve\` shows it at ${url}` : `Open ${url}`;
  return /^https?:/.test(citation.source) ? `${page}\nFrom ${citation.source}` : page;
}

/** The sources of an answer, or what came closest to it. */
export function renderSources({ citations, closest = [] }: Answer, colours: Colours): string {
  const isDeclined = citations.length === 0;
  const shown = isDeclined ? closest : citations;
  if (shown.length === 0) return 'The last answer has no sources.\n';
  return [...(isDeclined ? ['Closest passages:', ''] : []), ...renderCitations(shown, colours), ''].join('\n');
}

/** Why a question was declined, and what came closest to an answer. */
export function renderDeclined(answer: Answer, colours: Colours): string {
  const { query, history, degraded, closest = [] } = answer;
  const judged = judgedConfidence(answer);
  // Of no text there is nothing to be said.
  const kept = history.find((record) => record.kept && record.answer !== '');
  const problems = (kept?.issues ?? []).map(({ message, claim }) =>
    claim === undefined ? message : `${message} ("${claim}")`,
  );
  return [
    `${colours.bold('Asked:')} ${query}`,
    colours.yellow(answer.answer),
    ...(kept && judged !== null
      ? [`What could be written was right with a probability of ${percent(judged)}, too little to be shown.`]
      : []),
    ...new Set(problems.map((problem) => `- ${problem}`)),
    ...(degraded.length > 0 ? [`Without: ${degraded.join(', ')}`] : []),
    ...(closest.length > 0 ? ['', 'Closest passages:', '', ...renderCitations(closest, colours)] : []),
    '',
  ].join('\n');
}
