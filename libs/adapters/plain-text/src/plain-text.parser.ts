import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { detect } from 'chardet';
import { findTurns } from './find-turns.js';

const ESCAPE = '\u001b';
/** Colours and cursor movements that programs write into their logs (ECMA-48 control sequences). */
const TERMINAL_SEQUENCES = new RegExp(`${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`, 'g');

const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** Paragraphs appended before other work of the process gets a turn. */
const PARAGRAPHS_PER_TURN = 5_000;

/**
 * Reads text without markup: paragraphs are what blank lines set apart, line breaks within them stay, since in logs,
 * addresses and verse they mean something. There are no sections and no title. In a conversation ("Name: what is said") the
 * turns of the speakers are found.
 */
export class PlainTextParser implements DocumentParser {
  readonly name = 'plain-text';
  readonly mediaType = 'text/plain';
  readonly extensions = ['.txt', '.text', '.log', ''];

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, encoding, warning } = decodeText({ bytes, name }, detect);
    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    await nextTurn();

    const paragraphs = text.replace(TERMINAL_SEQUENCES, '').replace(/\r\n?/g, '\n').split(PARAGRAPH_BREAK);
    for (const [index, paragraph] of paragraphs.entries()) {
      if (index % PARAGRAPHS_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      builder.append('paragraph', paragraph);
    }
    const parsed = builder.build({ metadata: { encoding } });
    const utterances = findTurns(parsed.text);
    return utterances ? { ...parsed, utterances } : parsed;
  }
}
