import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParsedUtterance, ParseRequest } from '@arbiter/ports';
import { detect } from 'chardet';
import { readCues, type Cue } from './read-cues.js';

/** Silence, in seconds, that ends a paragraph. */
const PAUSE = 4;
/** A paragraph longer than this ends with the next sentence. */
const LONG_PARAGRAPH = 600;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/;
/** Paragraphs written before other work of the process gets a turn. */
const PARAGRAPHS_PER_TURN = 2_000;

/**
 * Reads captions (WebVTT, SubRip) as a conversation: what one speaker says without a pause is a paragraph that begins with
 * the speaker's name, and each caption in it an utterance with its times.
 */
export class TranscriptParser implements DocumentParser {
  readonly name = 'transcript';
  readonly mediaType = 'text/vtt';
  readonly extensions = ['.vtt', '.srt'];

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name }, detect);
    await nextTurn();
    signal.throwIfAborted();
    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    const { cues, broken } = readCues(text);
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
    return { ...builder.build({ metadata: { seconds, ...(speakers.length > 0 && { speakers }) } }), utterances };
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
