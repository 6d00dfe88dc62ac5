import { setImmediate as nextTurn } from 'node:timers/promises';
import { findCompounds, joinDividedWords, readText, refuseAccessAtHead } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParsedUtterance, ParseRequest } from '@arbiter/ports';

const ESCAPE = '\u001b';
/** Colours and cursor movements that programs write into their logs (ECMA-48 control sequences). */
const TERMINAL_SEQUENCES = new RegExp(`${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`, 'g');

const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** Paragraphs appended before other work of the process gets a turn. */
const PARAGRAPHS_PER_TURN = 5_000;

/** A time before or after the name: "[10:22]", "10:22:05", "(00:12)", with a date before it in exports of messengers. */
const TIME = String.raw`[[(]?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[ T])?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?(?: ?[AaPp]\.?[Mm]\.?)?[\])]?`;
/** Up to four words, the first with a capital letter. */
const NAME = String.raw`(\p{Lu}[\p{L}\p{M}\p{N}.'’_-]{0,30}(?: [\p{L}\p{M}\p{N}.'’_-]{1,30}){0,3})`;
const TURN = new RegExp(String.raw`^(?:${TIME}\s+(?:- )?)?${NAME}(?:\s+${TIME})?:\s+\S`, 'u');
const DATE = /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Shares and counts by which a conversation is told from a text with a few words before colons. */
const MIN_SHARE = 0.6;
const MIN_TURNS = 6;
const MIN_TURNS_PER_SPEAKER = 3;
/** Seconds by which the first speaker of a recording has begun. */
const LATEST_BEGINNING = 300;

/**
 * Reads text without markup. Blank lines separate paragraphs. Line breaks within them stay, since they have a meaning in
 * logs, addresses and verse, but for those that divide a word. There are no sections and no title. In a conversation ("Name: what is said") the turns of the
 * speakers are found.
 */
export class PlainTextParser implements DocumentParser {
  readonly name = 'plain-text';
  readonly mediaType = 'text/plain';
  readonly extensions = ['.txt', '.text', '.log', ''];

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, encoding, builder } = await readText(request);

    const plain = text.replace(TERMINAL_SEQUENCES, '').replace(/\r\n?/g, '\n');
    refuseAccessAtHead(plain, name);
    const compounds = findCompounds([plain]);
    const paragraphs = plain.split(PARAGRAPH_BREAK);
    for (const [index, paragraph] of paragraphs.entries()) {
      if (index % PARAGRAPHS_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      builder.append('paragraph', joinDividedWords(paragraph, compounds));
    }
    const parsed = builder.build({ metadata: { encoding } });
    const utterances = findTurns(parsed.text);
    return utterances ? { ...parsed, utterances } : parsed;
  }
}

interface Line {
  readonly start: number;
  readonly text: string;
}

/**
 * Finds who speaks in a text whose lines are "Name: what is said", with times before or after the name or without. A line
 * without a name goes on with the turn before it.
 *
 * @returns undefined for a text that is no conversation: too few lines have names, or the names do not come back
 */
export function findTurns(text: string): ParsedUtterance[] | undefined {
  const lines = linesOf(text);
  const turns: { start: number; end: number; speaker: string; from: number | null }[] = [];
  for (const { start, text: line } of lines) {
    const match = TURN.exec(line.slice(0, 200));
    const last = turns.at(-1);
    if (match) turns.push({ start, end: start + line.length, speaker: match[4] ?? '', from: secondsOf(match, line) });
    else if (last) last.end = start + line.length;
  }
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  const isConversation =
    turns.length >= Math.max(MIN_TURNS, MIN_SHARE * lines.length) &&
    speakers > 1 &&
    turns.length >= MIN_TURNS_PER_SPEAKER * speakers;
  if (!isConversation) return undefined;
  const timed = countFromBeginning(turns.map(({ from }) => from));
  return turns.map((turn) => ({ ...turn, from: timed ? turn.from : null, to: null }));
}

/** Times of a recording begin near zero and never fall; those of a clock tell nothing about places in a recording. */
function countFromBeginning(times: readonly (number | null)[]): boolean {
  const given = times.filter((time) => time !== null);
  return (given[0] ?? Infinity) <= LATEST_BEGINNING && given.every((time, index) => time >= (given[index - 1] ?? 0));
}

function secondsOf(match: RegExpExecArray, line: string): number | null {
  const [, hours = match[5], minutes = match[6], seconds = match[7]] = match;
  if (minutes === undefined || seconds === undefined || DATE.test(line.slice(0, 40))) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trimEnd();
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '') lines.push({ start: start + indent, text: line.trimStart() });
    start = end + 1;
  }
  return lines;
}
