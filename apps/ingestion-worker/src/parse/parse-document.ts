import { ArbiterError } from '@arbiter/contracts';
import type { ParsedDocument, ParseRequest } from '@arbiter/ports';
import { foreignFormatOf } from './foreign-formats.js';
import type { ParserRegistry } from './parser-registry.js';

/** Longer messages hold a part of the document. */
const MAX_MESSAGE = 200;
/** Where the reader is installed is nobody's affair. */
const PATHS = /(?:file:\/\/)?(?:\/|[A-Za-z]:\\)[\w.@+-]+(?:[\\/][\w.@+-]+)+/g;

export interface ReadDocument {
  readonly parsed: ParsedDocument;
  /** Of the format that it was read as, whatever its name. */
  readonly mediaType: string;
}

/**
 * Reads a document by what it is, or, where its bytes do not show that, by what it is called.
 *
 * @throws ArbiterError INVALID_REQUEST when no parser reads it; for a known format under a wrong name it says which.
 *   INTERNAL when its parser fails over it in a way that the parser does not know, with what it said
 */
export async function parseDocument(request: ParseRequest, parsers: ParserRegistry): Promise<ReadDocument> {
  const { name, bytes } = request;
  const parser = parsers.parserFor(name, bytes);
  if (!parser) throw new ArbiterError('INVALID_REQUEST', `No parser reads "${name}".`);
  try {
    return { parsed: await parser.parse(request), mediaType: parser.mediaType };
  } catch (thrown) {
    request.signal.throwIfAborted();
    const error = thrown instanceof ArbiterError ? thrown : unforeseenFailure(thrown, name, parser.name);
    const format = parser.recognises?.(bytes) ? undefined : foreignFormatOf(bytes);
    if (format === undefined || error.code !== 'INVALID_REQUEST') throw error;
    throw new ArbiterError('INVALID_REQUEST', `${error.message} It is ${format}.`, {
      details: error.details,
      cause: error,
    });
  }
}

/**
 * What is told of a document over which its parser failed in a way that the parser does not know. A parser sees the document
 * and nothing else, so its message holds no secret, and it is all that the user has to go by.
 *
 * @param parser name of the format's parser
 */
function unforeseenFailure(thrown: unknown, name: string, parser: string): ArbiterError {
  const [line = ''] = (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).split('\n');
  const said = line.replace(PATHS, '…');
  const short = said.length > MAX_MESSAGE ? `${said.slice(0, MAX_MESSAGE)}…` : said;
  return new ArbiterError('INTERNAL', `${name} could not be read: the ${parser} reader failed over it (${short}).`, {
    details: { name },
    cause: thrown,
  });
}
