import { ArbiterError } from '@arbiter/contracts';
import type { ParsedDocument } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { afterAll, expect } from '@jest/globals';
import { ParserThread } from '../src/parse/isolated/parser-thread.js';

/** A thread that reads documents, for the specs of one file. */
export function useParserThread() {
  const thread = new ParserThread({ timeMs: 50_000, memoryMib: 1_024 });
  afterAll(() => thread.close());

  const read = (name: string, bytes: Uint8Array): Promise<ParsedDocument> =>
    thread.read({ name, bytes, signal: new AbortController().signal }).then(({ parsed }) => parsed);

  /** Any other end than a document or a refusal that names it fails the test. */
  async function expectReadOrRefused(name: string, bytes: Uint8Array): Promise<ParsedDocument | undefined> {
    const outcome = await read(name, bytes).catch((error: unknown) => error);
    if (outcome instanceof ArbiterError) {
      expect(outcome).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(`^${name} `) });
      return undefined;
    }
    if (outcome instanceof Error) throw outcome;
    const parsed = outcome as ParsedDocument;
    expectWellFormedDocument(parsed);
    return parsed;
  }

  return { read, expectReadOrRefused };
}
