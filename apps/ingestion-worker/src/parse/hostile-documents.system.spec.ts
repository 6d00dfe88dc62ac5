import { deflateSync } from 'node:zlib';
import { IS_SOAK } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { onePage, stream } from '@arbiter/testing/pdf';
import { useParserThread } from '../../test/parser-thread.js';

const { expectReadOrRefused } = useParserThread();
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

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

  it('a notebook with 100 MiB of output, of which the first lines are read and the rest is told', async () => {
    const cell = {
      cell_type: 'code',
      source: 'x',
      outputs: [{ output_type: 'stream', text: 'line\n'.repeat((100 * MEGABYTE) / 5) }],
    };
    const parsed = await expectReadOrRefused(
      'mill.ipynb',
      utf8(JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4 })),
    );
    expect(parsed?.warnings ?? ['output']).toEqual([expect.stringContaining('output')]);
  });
});
