import { decodeText } from '@arbiter/adapter-kit/documents';
import { ArbiterError, MACHINE_MADE } from '@arbiter/contracts';
import type { ParsedDocument, ParseRequest } from '@arbiter/ports';
import { foreignFormatOf } from './foreign-formats.js';
import { recogniseMachineMade } from './machine-made/recognise-machine-made.js';
import type { ParserRegistry } from './parser-registry.js';

/** Longer messages contain a part of the document. */
const MAX_MESSAGE = 200;
/** Paths are removed, because they reveal where the reader is installed. */
const PATHS = /(?:file:\/\/)?(?:\/|[A-Za-z]:\\)[\w.@+-]+(?:[\\/][\w.@+-]+)+/g;

export interface ReadDocument {
  readonly parsed: ParsedDocument;
  /** Media type of the parser that was used, whatever the file's name. */
  readonly mediaType: string;
}

/** Formats whose file is its own text; others are written by programs for people. */
const PLAIN = /^(?:text\/(?!html|vtt)|application\/(?:json|jsonl|yaml)$)/;

/**
 * Reads a document with the parser of its content, or else of its name. Machine-made text is marked as such in its metadata, unless
 * the document itself says something else there.
 *
 * @throws ArbiterError INVALID_REQUEST when no parser reads it; the message names a known format under a wrong name. INTERNAL
 *   when the parser fails with an unforeseen error; the message quotes it
 */
export async function parseDocument(request: ParseRequest, parsers: ParserRegistry): Promise<ReadDocument> {
  const { name, bytes } = request;
  const parser = parsers.parserFor(name, bytes);
  if (!parser) throw new ArbiterError('INVALID_REQUEST', `No parser reads "${name}".`);
  try {
    const parsed = await parser.parse(request);
    return {
      parsed: markMachineMade(parsed, { name, bytes, mediaType: parser.mediaType }),
      mediaType: parser.mediaType,
    };
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

function markMachineMade(
  parsed: ParsedDocument,
  { name, bytes, mediaType }: Pick<ParseRequest, 'name' | 'bytes'> & Pick<ReadDocument, 'mediaType'>,
): ParsedDocument {
  if (!PLAIN.test(mediaType) || parsed.utterances) return parsed;
  const kind = recogniseMachineMade(decodeText({ name, bytes }).text, name);
  return kind === null ? parsed : { ...parsed, metadata: { [MACHINE_MADE]: kind, ...parsed.metadata } };
}

/**
 * The error for an unforeseen failure of a parser. It quotes the parser's message, because the user has nothing else to go by.
 * The message holds no secret: a parser sees only the document.
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
