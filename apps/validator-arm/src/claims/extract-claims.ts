import type { Claim } from '@arbiter/contracts';
import { carryOut, readingSentences, type Steps } from '@arbiter/text';
import { maskMarkup } from './mask-markup.js';
import { splitConjunction } from './split-conjunction.js';
import { cellsOf, splitLines, type AnswerLine } from './split-lines.js';
import { trimSpan, type Span } from './spans.js';
import { kindOf, makesClaim } from './statement-kind.js';

const MARKERS = /(?:\[\d+\]\s*)+/g;
/** Something new can start so after markers, full stop or not: a row or an item may lack one. */
const STARTS = /^[\p{Lu}\p{Lo}\p{N}"“‘'(*•-]/u;
/** A short list item is no sentence: what goes before the list says of what it speaks. */
const ENDS_SENTENCE = /[.!?…。！？][\])"'”’\s]*$/u;

export interface ExtractionOptions {
  /** Sentences that are not to be divided further: those that a source holds word for word. Default: none. */
  readonly isWhole?: (sentence: string) => boolean;
}

/** What a claim says, with its place: `statement` differs from the text where that needs its surroundings. */
interface Statement extends Span {
  readonly statement: string;
}

/**
 * The claims of an answer, as small as they can be and still say something: sentences, clauses that a conjunction joins,
 * list items, table rows. Markers, markup, questions, greetings and refusals are no claims: an answer of nothing else has
 * none.
 *
 * @returns in the order of the answer; `text === answer.slice(start, end)`
 */
export function extractClaims(answer: string, options: ExtractionOptions = {}): Claim[] {
  return carryOut(extractingClaims(answer, options));
}

/** {@link extractClaims}, a sentence a step. */
export function* extractingClaims(answer: string, { isWhole = () => false }: ExtractionOptions = {}): Steps<Claim[]> {
  const masked = maskMarkup(answer);
  const claims: Claim[] = [];
  for (const line of splitLines(masked)) {
    for (const stretch of stretchesOf(answer, line)) {
      for (const { start, end, statement } of yield* statementsOf(masked, stretch, isWhole)) {
        yield;
        if (!makesClaim(statement)) continue;
        const text = answer.slice(start, end);
        claims.push({ text, ...kindOf(statement), start, end, ...(statement !== text && { statement }) });
      }
    }
  }
  return claims;
}

/** A line, cut after markers where the next statement starts. */
function stretchesOf(answer: string, line: AnswerLine): AnswerLine[] {
  const text = answer.slice(line.start, line.end);
  const stretches: AnswerLine[] = [];
  let from = 0;
  const cuts = [...text.matchAll(MARKERS)].filter(({ index, 0: markers }) => {
    const after = index + markers.length;
    return STARTS.test(text.slice(after, after + 2));
  });
  for (const { index, 0: markers } of [...cuts, { index: text.length, 0: '' }]) {
    if (index > from) stretches.push({ ...line, start: line.start + from, end: line.start + index });
    from = index + markers.length;
  }
  return stretches;
}

function* statementsOf(masked: string, line: AnswerLine, isWhole: (sentence: string) => boolean): Steps<Statement[]> {
  const text = masked.slice(line.start, line.end);
  if (line.kind === 'row') return statedAs(masked, line, rowStatement(text, line.header ?? []));
  const sentences = (yield* readingSentences(text)).map(({ start, end }) => ({
    start: line.start + start,
    end: line.start + end,
  }));
  const [only] = sentences;
  if (line.lead !== undefined && only && sentences.length === 1 && !ENDS_SENTENCE.test(text.trim())) {
    return statedAs(masked, only, `${line.lead} ${tidy(masked.slice(only.start, only.end))}`);
  }
  const statements: Statement[] = [];
  for (const sentence of sentences) {
    yield;
    statements.push(...clausesOf(masked, sentence, isWhole));
  }
  return statements;
}

function clausesOf(masked: string, sentence: Span, isWhole: (sentence: string) => boolean): Statement[] {
  const text = masked.slice(sentence.start, sentence.end);
  const clauses = isWhole(tidy(text)) ? [{ start: 0, end: text.length }] : splitConjunction(text);
  return clauses.flatMap(({ start, end, subject, replaces = 0 }) => {
    const words = text.slice(start, end);
    const statement = subject === undefined ? tidy(words) : tidy(`${subject} ${words.slice(replaces)}`);
    return statedAs(masked, { start: sentence.start + start, end: sentence.start + end }, statement);
  });
}

function statedAs(masked: string, { start, end }: Span, statement: string): Statement[] {
  const span = trimSpan(masked, start, end);
  return span ? [{ ...span, statement }] : [];
}

/** `| loft | 3 pence |` under `| Room | Price |` says "Room: loft; Price: 3 pence". */
function rowStatement(row: string, header: readonly string[]): string {
  return cellsOf(row)
    .map((cell, column) => [tidy(header[column] ?? ''), tidy(cell)] as const)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
    .join('; ');
}

/** On one line, without the gaps that masked markup leaves. */
function tidy(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)\]])/g, '');
}
