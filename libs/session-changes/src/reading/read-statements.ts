import { type ExtractableDocument, type Unit, readLayout } from '@arbiter/extraction';
import type { Span } from '@arbiter/text';
import { verbForms } from '../english/verb-forms.js';
import { BE, HAVE, MODALS } from '../english/words.js';

/** A sentence, a line of a log or a row, with who says it and what it is about. */
export interface Statement extends Span {
  readonly text: string;
  readonly cells: Unit['cells'];
  /** Counts paragraphs; statements of one paragraph share what pronouns mean. */
  readonly paragraph: number;
  readonly heading: string;
  /** A label that opens the paragraph: "Dunlin Ward." */
  readonly topic: string;
  /** Null for running text. */
  readonly speaker: string | null;
  /** What stands in quotation marks, or in brackets beside the game. */
  readonly quoted: readonly Span[];
  readonly isQuestion: boolean;
}

const SPEAKER = /^(\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,2}(?: \([^()\n]{1,40}\))?): (?=\S)/u;

/** Who tells what happens in a game: the words of others are what they try. */
const NARRATOR = /^(?:GM|DM|Game ?master|Dungeon ?master|Narrator|Storyteller|Referee|Judge|Keeper|Host|MC)\b/i;

const TIME = String.raw`(?:\[?\(?\d{1,2}[:.h]\d{2}(?::\d{2})?(?: ?[ap]m)?(?: ?[–-] ?\d{1,2}[:.]\d{2})?\)?\]?)`;

const LEADING_TIME = new RegExp(String.raw`^(?:\*\*)?${TIME}(?:\*\*)?\s*[.:–—|-]*\s*`, 'u');

/** A line of a log inside a paragraph whose lines were joined. */
const LOG_LINE = new RegExp(
  String.raw`(?<=\S)(?<!\b(?:to|at|of|from|by|until|till|since|before|after|about|around|the|and|entry|at about)) (?=${TIME} ?(?:[–—-] |: |\p{Lu}))`,
  'gu',
);

const TOPIC = /^(?:\p{Lu}|\p{N})[^.!?:;]{1,48}[.:]$/u;

const QUOTES =
  /"[^"\n]{1,600}"|“[^“”\n]{1,600}”|«[^«»\n]{1,600}»|(?<![\p{L}\p{N}])[‘'](?=\p{Lu})[^‘’'\n]{2,300}[.!?,][’'](?![\p{L}])/gu;

const ASIDE =
  /\((?:brb|afk|ooc|lol|sorry|back)\b[^()\n]{0,200}\)|\[[^[\]\n]{0,10}ooc[^[\]\n]{0,200}\]|\(\([^()\n]{1,300}\)\)/giu;

/** Longer sentences are not sentences. */
const MAX_LENGTH = 1_500;

/** Divides a session into statements. Time stamps, speakers and labels are taken off; offsets stay those of the document. */
export function readStatements(session: ExtractableDocument): Statement[] {
  const statements: Statement[] = [];
  let paragraph = -1;
  let topic = '';
  let speaker: string | null = null;
  const units = readLayout(session);
  const hasNarrator = units.some(({ text, opens }) => opens && NARRATOR.test(SPEAKER.exec(text)?.[1] ?? ''));
  const isSpoken = hasNarrator || countSpeakers(units) >= 3;
  for (const [index, unit] of units.entries()) {
    if (unit.opens) {
      paragraph++;
      topic = '';
      speaker = null;
    }
    if (unit.kind === 'row') {
      statements.push({ ...blank(unit, paragraph), cells: unit.cells });
      continue;
    }
    for (const piece of cutLines(unit)) {
      const head = isSpoken && unit.opens && piece.start === unit.start ? SPEAKER.exec(piece.text) : null;
      if (head) speaker = head[1] ?? null;
      let { start, text } = head ? cutStart(piece, head[0].length) : piece;
      const time = LEADING_TIME.exec(text)?.[0].length ?? 0;
      if (time > 0) {
        ({ start, text } = cutStart({ start, text }, time));
        topic = '';
        paragraph++;
      }
      const isLabel = isTitle(text.trim()) && unit.opens && units[index + 1]?.opens === false;
      if (isLabel) topic = text.trim().slice(0, -1);
      if (text.trim() === '' || text.length > MAX_LENGTH) continue;
      if (speaker !== null && hasNarrator && !NARRATOR.test(speaker)) continue;
      statements.push({
        ...blank(unit, paragraph),
        start,
        end: start + text.length,
        text,
        topic: isLabel ? '' : topic,
        speaker,
        quoted: [...text.matchAll(QUOTES), ...text.matchAll(ASIDE)].map(({ 0: { length }, index: at }) => ({
          start: at,
          end: at + length,
        })),
        isQuestion: /\?["'”’)]*$/.test(text.trim()),
      });
    }
  }
  return statements;
}

/** A few words without a verb. */
function isTitle(text: string): boolean {
  const words = text.slice(0, -1).toLowerCase().split(/\s+/);
  return (
    TOPIC.test(text) &&
    words.length <= 5 &&
    !words.some(
      (word) =>
        BE.has(word) ||
        HAVE.has(word) ||
        MODALS.has(word) ||
        verbForms(word).some(({ form }) => form === 'past' || form === 'participle'),
    )
  );
}

function blank({ start, end, text, heading }: Unit, paragraph: number): Statement {
  return { start, end, text, cells: [], paragraph, heading, topic: '', speaker: null, quoted: [], isQuestion: false };
}

function countSpeakers(units: readonly Unit[]): number {
  return units.filter(({ text, opens, kind }) => opens && kind === 'sentence' && SPEAKER.test(text)).length;
}

function cutLines({ text, start }: Unit): { readonly start: number; readonly text: string }[] {
  const cuts = [0, ...Array.from(text.matchAll(LOG_LINE), ({ index }) => index + 1), text.length];
  return cuts.slice(0, -1).map((from, index) => ({ start: start + from, text: text.slice(from, cuts[index + 1]) }));
}

function cutStart(
  piece: { readonly start: number; readonly text: string },
  length: number,
): { start: number; text: string } {
  return { start: piece.start + length, text: piece.text.slice(length) };
}
