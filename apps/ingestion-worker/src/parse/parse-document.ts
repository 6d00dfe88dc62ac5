import { ArbiterError } from '@arbiter/contracts';
import type { ParsedDocument, ParseRequest } from '@arbiter/ports';
import type { ParserRegistry } from './parser-registry.js';
import { recogniseFormat } from './recognise-format.js';
import { unforeseenFailure } from './unforeseen-failure.js';

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
    const format = recogniseFormat(bytes);
    const known = format?.extension !== undefined || format === undefined;
    if (known || error.code !== 'INVALID_REQUEST') throw error;
    throw new ArbiterError('INVALID_REQUEST', `${error.message} It is ${format.what}.`, {
      details: error.details,
      cause: error,
    });
  }
}
