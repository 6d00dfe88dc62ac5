import { deflateSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { IS_SOAK } from '@arbiter/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { onePage, stream } from '../../test/hostile-pdf.js';
import { ParserThread } from './isolated/parser-thread.js';

const thread = new ParserThread({ timeMs: 50_000, memoryMib: 1_024 });
afterAll(() => thread.close());

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, bytes: Uint8Array) =>
  thread.read({ name, bytes, signal: new AbortController().signal }).then(({ parsed }) => parsed);

const MEGABYTE = 1_024 * 1_024;
const compressed = (content: Uint8Array): string => deflateSync(content).toString('latin1');

describe('read or refused by name, at a hundred megabytes', () => {
  it('a PDF with a page of 100 MiB in 100 KiB', async () => {
    const content = compressed(new Uint8Array(100 * MEGABYTE).fill(0x20));
    await expectReadOrRefused('loop.pdf', onePage({ 4: stream(content, '/Filter /FlateDecode') }));
  });

  it('a page of megabytes of paragraphs', async () => {
    // More than the limit of two million elements.
    const bytes = utf8('<p>word</p>'.repeat(((IS_SOAK ? 100 : 25) * MEGABYTE) / 11));
    const parsed = await expectReadOrRefused('page.html', bytes);
    expect(parsed?.text ?? '').not.toContain('root:');
  });
});

async function expectReadOrRefused(name: string, bytes: Uint8Array) {
  const outcome = await read(name, bytes).catch((error: unknown) => error);
  if (outcome instanceof ArbiterError) {
    expect(outcome).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(`^${name} `) });
    return undefined;
  }
  if (outcome instanceof Error) throw outcome;
  const parsed = outcome as Awaited<ReturnType<typeof read>>;
  expectWellFormedDocument(parsed);
  return parsed;
}
