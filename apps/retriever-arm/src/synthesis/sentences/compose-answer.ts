import {
  answerYesNo,
  isSameSentence,
  readableSentence,
  speakRow,
  spokenSpan,
  withItsLimits,
} from '@arbiter/composition';
import type { SynthesizeResponse } from '@arbiter/contracts';
import type { AnswerSpan } from '@arbiter/ports';
import type { Span } from '@arbiter/text';
import type { CandidateSentence } from './candidate-sentences.js';
import { citeSpan } from './citations.js';

/** `lines`: one item a line. `paragraphs`: one for each document. `stretch`: lines as in its source. `prose`: all in one. */
export type AnswerLayout = 'lines' | 'paragraphs' | 'stretch' | 'prose';

/** A sentence that was chosen for an answer. */
export interface ChosenSentence {
  readonly candidate: CandidateSentence;
  /** The words of it that answer, as offsets in its passage; null where none stand out. */
  readonly span: AnswerSpan | null;
  /** What it is said of, where only the heading above it says so: "Maxiflex: …". */
  readonly heading?: string;
  /** It leads up to the items of a list, and is none of them. Default false. */
  readonly isLead?: boolean;
}

export interface Composition {
  /** In the order in which they are said, no two overlapping in one document. */
  readonly chosen: readonly ChosenSentence[];
  readonly layout: AnswerLayout;
  /** What the first sentence says to a yes-or-no question. */
  readonly settled?: { readonly question: string; readonly verdict: 'yes' | 'no' };
  /** What was computed of the amounts that the sentences state: said before them, with the markers of all. */
  readonly computed?: string;
  /** Whether the answer is one thing, which its first highlight names. Default true. */
  readonly hasShortAnswer?: boolean;
}

/** A span that is nearly its whole sentence is no shorter answer than that. */
const MOST_OF_SENTENCE = 0.8;

/**
 * A composition that says a sentence once which several documents hold: the first of them, as its citation then names the others.
 * One document may say a sentence twice, such as a step that is done again.
 */
export function saidOnce(composition: Composition): Composition {
  const chosen: ChosenSentence[] = [];
  for (const next of composition.chosen) {
    const isSaid = chosen.some(
      ({ candidate: { passage, text } }) =>
        passage.documentId !== next.candidate.passage.documentId && isSameSentence(text, next.candidate.text),
    );
    if (!isSaid) chosen.push(next);
  }
  const isOneLeft = chosen.length === 1 && composition.chosen.length > 1 && composition.layout === 'lines';
  return { ...composition, chosen, ...(isOneLeft && { layout: 'prose' }) };
}

/** Writes chosen sentences down as an answer, each followed by its marker. */
export function composeAnswer({
  chosen,
  layout,
  settled,
  computed,
  hasShortAnswer = true,
}: Composition): SynthesizeResponse {
  const sentences: SynthesizeResponse['sentences'] = [];
  const highlights: { start: number; end: number }[] = [];
  let text = '';
  if (computed !== undefined) {
    const markers = chosen.map((_, index) => index + 1);
    text = `${computed} ${markers.map((marker) => `[${marker}]`).join(' ')}`;
    sentences.push({ start: 0, end: text.length, markers });
    highlights.push({ start: 0, end: resultOf(computed).length });
  }
  chosen.forEach(({ candidate, span, heading, isLead = false }, index) => {
    text +=
      index === 0 && computed !== undefined
        ? ' '
        : isLead
          ? ''
          : separator(chosen[index - 1]?.candidate, candidate, layout);
    const start = text.length;
    const spoken = spokenSentence(candidate, layout === 'lines' && heading === undefined);
    const quoted = heading === undefined ? spoken : `${readableSentence(heading, false)}: ${spoken}`;
    const said = index === 0 && settled ? answerYesNo(settled.question, quoted, settled.verdict).text : quoted;
    const highlight = span && highlightIn(said, candidate, span);
    if (highlight) highlights.push({ start: text.length + highlight.start, end: text.length + highlight.end });
    text += `${said} [${index + 1}]`;
    sentences.push({ start, end: text.length, markers: [index + 1] });
  });
  const citations = chosen.map(({ candidate }, index) => citeSpan(candidate.passage, candidate, index + 1));
  const [first] = highlights;
  const shortAnswer = first && hasShortAnswer ? text.slice(first.start, first.end) : '';
  return {
    text,
    citations,
    sentences,
    mode: 'extractive',
    ...(shortAnswer !== '' && { shortAnswer }),
    ...(highlights.length > 0 && { highlights }),
  };
}

/** "Five wicks more" of "Five wicks more: eight wicks against three." */
function resultOf(computed: string): string {
  return computed.split(':')[0] ?? '';
}

/** Documents in the order in which their first sentence was chosen, sentences of a document in its own order. */
export function inReadingOrder(chosen: readonly ChosenSentence[]): ChosenSentence[] {
  const documents = [...new Set(chosen.map(({ candidate }) => candidate.passage.documentId))];
  return documents.flatMap((documentId) =>
    chosen
      .filter(({ candidate }) => candidate.passage.documentId === documentId)
      .sort((a, b) => a.candidate.start - b.candidate.start),
  );
}

/**
 * A row of a table as a person says it, any other sentence without its markup; neither with references of its source. Code keeps
 * its lines as they are.
 */
function spokenSentence({ text, keepsLines }: CandidateSentence, keepsNumber: boolean): string {
  if (keepsLines) {
    return text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n');
  }
  const row = speakRow(text);
  return row ? readableSentence(row.text, true) : readableSentence(text, keepsNumber);
}

/** Where the said sentence holds the words of a span, with what denies or bounds them; null where it says them otherwise, or is hardly more than them. */
function highlightIn(said: string, { text, passage, start, end }: CandidateSentence, span: AnswerSpan): Span | null {
  const from = Math.max(0, span.start - (start - passage.start));
  const to = Math.min(end - start, span.end - (start - passage.start));
  const row = speakRow(text);
  const place = row ? spokenSpan(row, { start: from, end: to }) : { start: from, end: to };
  if (!place) return null;
  const source = row?.text ?? text;
  const words = readableSentence(source.slice(place.start, place.end), row !== null);
  if (words === '' || words.length >= MOST_OF_SENTENCE * said.length) return null;
  // Of the places that say the words, the one that has as much behind it: what is put in front of a sentence moves no end.
  const expected = said.length - readableSentence(source.slice(place.end), true).length - words.length;
  const [at] = placesOf(words, said).sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected));
  if (at === undefined) return null;
  const whole = withItsLimits(said, wholeWords(said, { start: at, end: at + words.length }));
  return whole.end - whole.start >= MOST_OF_SENTENCE * said.length ? null : whole;
}

/** What joins the parts of an address, a number with its unit, a name in code: half of it is no answer. */
const JOINS = /[@._/+:#~=-]/;
const WORD = /[\p{L}\p{N}]/u;
/** What a path, a flag or a number below zero begins with. */
const OPENING = /(?<!\S)[/~#.-]{1,2}$/;

/** A span with the rest of the words that it begins and ends in: "security@mill.example" of "mill.example". */
function wholeWords(text: string, { start, end }: Span): Span {
  const goesOn = (at: number, step: 1 | -1): boolean =>
    WORD.test(text.charAt(at)) || (JOINS.test(text.charAt(at)) && WORD.test(text.charAt(at + step)));
  while (start > 0 && goesOn(start - 1, -1)) start -= 1;
  while (end < text.length && goesOn(end, 1)) end += 1;
  const opening = OPENING.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? '';
  return { start: start - opening.length, end };
}

/** Where words stand in a text, and not as a part of longer ones. */
function placesOf(words: string, text: string): number[] {
  const isInside = (index: number): boolean => /^[\p{L}\p{N}]{2}$/u.test(text.slice(index - 1, index + 1));
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isInside(at) && !isInside(at + words.length)) places.push(at);
  }
  return places;
}

/** Steps bring their own numbers. */
const STEP = /^\(?\d+[.)]\s/;

function separator(before: CandidateSentence | undefined, sentence: CandidateSentence, layout: AnswerLayout): string {
  if (layout === 'lines') return `${before ? '\n' : ''}${STEP.test(sentence.text) ? '' : '- '}`;
  if (!before) return '';
  const sameDocument = before.passage.documentId === sentence.passage.documentId;
  if (layout === 'stretch') return isOnNewLine(before, sentence) ? '\n' : ' ';
  return layout === 'paragraphs' && !sameDocument ? '\n\n' : ' ';
}

function isOnNewLine(before: CandidateSentence, sentence: CandidateSentence): boolean {
  const { passage } = sentence;
  if (before.passage !== passage) return true;
  const between = passage.text.slice(before.end - passage.start, sentence.start - passage.start);
  return between.includes('\n');
}
