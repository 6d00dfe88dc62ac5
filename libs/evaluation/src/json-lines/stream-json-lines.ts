import type { z } from 'zod';
import { BYTE_ORDER_MARK, parseJsonLine } from './parse-json-line.js';
import type { JsonLine } from './read-json-lines.js';

/**
 * Reads JSON Lines as they come in, holding one line at a time: for files larger than memory. Only "\n" ends a line; the
 * separators U+2028 and U+2029 may stand inside a JSON string.
 *
 * @param chunks of the text, cut anywhere between characters
 * @param file name for messages
 * @throws ArbiterError as `readJsonLines` does, at the line where it comes to it
 */
export async function* streamJsonLines<T>(
  chunks: AsyncIterable<string>,
  file: string,
  schema: z.ZodType<T>,
): AsyncGenerator<JsonLine<T>, void, undefined> {
  let line = 0;
  for await (const content of linesOf(chunks)) {
    line += 1;
    const text = line === 1 && content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content;
    if (text.trim() !== '') yield { value: parseJsonLine(text, { file, line }, schema), line };
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  // Pieces of the line that is not at its end yet: joining them once keeps a line of many chunks linear.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pieces.push(first);
    for (const next of others) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  yield pieces.join('');
}
