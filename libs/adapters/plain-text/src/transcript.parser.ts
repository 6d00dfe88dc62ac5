import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalizeText, type ParsedDocumentBuilder, readText, singleLine } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParsedUtterance, ParseRequest } from '@arbiter/ports';

/** Silence, in seconds, that ends a paragraph. */
const PAUSE = 4;
/** A paragraph longer than this ends with the next sentence. */
const LONG_PARAGRAPH = 600;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/;
/** Paragraphs written before other work of the process gets a turn. */
const PARAGRAPHS_PER_TURN = 2_000;

/** `00:01:02.500 --> 00:01:04.000 line:0` (WebVTT, 4.1), hours optional; SubRip has a comma before the milliseconds. */
const TIMING = /^\s*(\d{1,4}:)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(\d{1,4}:)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;
/** Blocks of WebVTT that are not captions. */
const COMMENT = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^\s<>][^<>]*)>/;
/** A voice that goes on over the next one, so that one caption has two speakers. */
const NEXT_VOICE = /(?=<v[\s.])/;
const TAG = /<\/?[a-z0-9][^<>]*>|\{\\[^{}]*\}/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };
/** "INES VANE: text" within a caption: up to four words in capitals or with capital letters. */
const NAMED = /^(?:-\s*)?((?:\p{Lu}[\p{L}\p{M}.'’-]*)(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3}):\s+(?=\S)/u;

/**
 * Reads captions (WebVTT, SubRip) as a conversation: what one speaker says without a pause is a paragraph that begins with
 * the speaker's name, and each caption in it an utterance with its times.
 */
export class TranscriptParser implements DocumentParser {
  readonly name = 'transcript';
  readonly mediaType = 'text/vtt';
  readonly extensions = ['.vtt', '.srt'];

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    const { cues, broken, notes, title } = readCues(text);
    if (notes > 0) builder.warn(notes === 1 ? '1 note (NOTE) was left out.' : `${notes} notes (NOTE) were left out.`);
    if (cues.length === 0 && /\S/.test(text.replace(/^\s*WEBVTT[^\n]*/, ''))) {
      throw new ArbiterError('INVALID_REQUEST', `${name} holds no captions with times.`, { details: { name } });
    }
    if (broken > 0) builder.warn(`${broken === 1 ? '1 caption has' : `${broken} captions have`} no readable times.`);
    const utterances: ParsedUtterance[] = [];
    for (const [index, paragraph] of paragraphsOf(cues).entries()) {
      if (index % PARAGRAPHS_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      for (const utterance of writeParagraph(builder, paragraph)) utterances.push(utterance);
    }
    const speakers = [...new Set(cues.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
    const seconds = cues.reduce((last, { to }) => Math.max(last, to), 0);
    return { ...builder.build({ title, metadata: { seconds, ...(speakers.length > 0 && { speakers }) } }), utterances };
  }
}

function paragraphsOf(cues: readonly Cue[]): Cue[][] {
  const paragraphs: Cue[][] = [];
  let length = 0;
  for (const cue of cues) {
    const current = paragraphs.at(-1);
    const last = current?.at(-1);
    const goesOn =
      last?.speaker === cue.speaker &&
      cue.from - last.to < PAUSE &&
      !(length > LONG_PARAGRAPH && SENTENCE_END.test(last.text));
    if (current && goesOn) current.push(cue);
    else paragraphs.push([cue]);
    length = (goesOn ? length : 0) + cue.text.length;
  }
  return paragraphs;
}

/** The texts of captions are normalised already, and meet at spaces: their places in the paragraph are those in the text. */
function writeParagraph(builder: ParsedDocumentBuilder, cues: readonly Cue[]): ParsedUtterance[] {
  const speaker = cues[0]?.speaker ?? null;
  const prefix = speaker === null ? '' : `${speaker}: `;
  const block = builder.append('paragraph', prefix + cues.map(({ text }) => text).join(' '));
  if (!block) return [];
  let start = block.start;
  return cues.map(({ text, from, to }, index) => {
    const end = start + (index === 0 ? prefix.length : 0) + text.length;
    const utterance = { start, end, speaker, from, to };
    start = end + 1;
    return utterance;
  });
}

/** A caption: what is said by one speaker between two times, on one line. */
interface Cue {
  readonly speaker: string | null;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Cues {
  readonly cues: readonly Cue[];
  /** Cues whose times cannot be read. */
  readonly broken: number;
  /** Comments of several words. */
  readonly notes: number;
  readonly title: string;
}

/**
 * Reads the captions of a WebVTT or SubRip file. A line that the caption before has shown already, as in captions that
 * roll, is left out; so are styles, positions and comments.
 */
function readCues(source: string): Cues {
  const cues: Cue[] = [];
  let broken = 0;
  let notes = 0;
  let shown = '';
  for (const block of source.replace(/\r\n?/g, '\n').split(/\n(?:[^\S\n]*\n)+/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [head = ''] = lines;
    if (/^NOTE\b/.test(block) && [...block.matchAll(/[\p{L}\p{N}]+/gu)].length > 3) notes += 1;
    if (COMMENT.test(head)) continue;
    const last = cues.at(-1);
    // Behind an empty line a caption goes on, though players show no more of it.
    if (at === -1 && last && /\p{L}/u.test(block))
      for (const { speaker, text } of spokenIn(block)) cues.push({ ...last, speaker: speaker ?? last.speaker, text });
    if (at === -1) continue;
    const times = TIMING.exec(lines[at] ?? '');
    if (!times) {
      broken++;
      continue;
    }
    const [from, to] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
    const fresh = lines.slice(at + 1).filter((line) => line.trim() !== '' && plain(line) !== shown);
    shown = plain(lines.at(-1) ?? '');
    for (const { speaker, text } of spokenIn(fresh.join('\n')))
      cues.push({ speaker, text, from, to: Math.max(from, to) });
  }
  const title = /^WEBVTT[ \t]+(?:-[ \t]*)?(\S[^\r\n]*)/.exec(source)?.[1] ?? '';
  return { cues, broken, notes, title };
}

function spokenIn(payload: string): { speaker: string | null; text: string }[] {
  return payload.split(NEXT_VOICE).flatMap((part) => {
    const voice = VOICE.exec(part)?.[1];
    const text = plain(part);
    const named = voice === undefined ? NAMED.exec(text) : null;
    const speaker = plain(voice ?? named?.[1] ?? '');
    const said = named ? text.slice(named[0].length) : text;
    return said === '' ? [] : [{ speaker: speaker === '' ? null : speaker, text: said }];
  });
}

function plain(marked: string): string {
  const text = marked.replace(TAG, '').replace(/&([a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return singleLine(normalizeText(text));
}

function secondsOf([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number {
  return (
    Number.parseInt(hours ?? '0', 10) * 3_600 +
    Number(minutes) * 60 +
    Number(seconds) +
    Number((milliseconds ?? '0').padEnd(3, '0')) / 1_000
  );
}
