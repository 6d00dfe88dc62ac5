import { ArbiterError, MAX_QUERY_LENGTH } from '@arbiter/contracts';

/** A UTF-16 code unit needs at most three bytes of UTF-8; a longer input cannot be an accepted question. */
const MAX_QUERY_BYTES = MAX_QUERY_LENGTH * 3;

/** Stands for bytes that were no UTF-8, wherever Node decoded them for us. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** The word that means: read it from the standard input. */
const FROM_STDIN = '-';

/**
 * The question as it goes to the library.
 *
 * @param words what stands on the command line; `-` alone reads the standard input
 * @throws ArbiterError INVALID_REQUEST when it is empty, too long, not UTF-8 or binary
 */
export async function readQuestion(words: readonly string[], stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const text = (words.length === 1 && words[0] === FROM_STDIN ? await readText(stdin) : words.join(' ')).trim();
  if (text === '')
    throw refused('The question is empty: write it in quotes, or "-" to read it from the standard input.');
  if (text.includes(REPLACEMENT_CHARACTER)) throw notText();
  // Control characters other than tab and line ends have no place in words.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text) || !text.isWellFormed()) throw notText();
  if (text.length > MAX_QUERY_LENGTH) throw tooLong(`${text.length} characters`);
  return text;
}

async function readText(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.byteLength;
    if (length > MAX_QUERY_BYTES) throw tooLong(`more than ${MAX_QUERY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notText();
  }
}

function tooLong(has: string): ArbiterError {
  return refused(`The question has ${has}; at most ${MAX_QUERY_LENGTH} characters are accepted.`);
}

function notText(): ArbiterError {
  return refused('The question is not text in UTF-8.');
}

function refused(message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message, { details: { field: 'query' } });
}
