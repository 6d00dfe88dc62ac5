import type { RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ParserThread } from './parser-thread.js';

const LIMITS = { timeMs: 50_000, memoryMib: 512 };
const SIDE = 240;
let thread: ParserThread;
afterEach(() => thread.close());

/** A PDF of pages that are one grey picture each. */
function scan(pages: number): Uint8Array {
  const numbers = Array.from({ length: pages }, (_, page) => 6 + page);
  const stream = (dictionary: string, data: string) =>
    `<< ${dictionary} /Length ${data.length} >> stream\n${data}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((each) => `${each} 0 R`).join(' ')}] /Count ${pages} >>`,
    stream('', 'q 600 0 0 800 0 0 cm /I Do Q'),
    stream(
      `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode`,
      `${'80'.repeat(SIDE * SIDE)}>`,
    ),
    '<< >>',
    ...numbers.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << /XObject << /I 4 0 R >> >> >>',
    ),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj ${object} endobj`).join('\n');
  return new TextEncoder().encode(`%PDF-1.4\n${body}\ntrailer << /Root 1 0 R >>\n%%EOF`);
}

const line = (text: string): RecognisedLine => {
  const box = { left: 1_000, top: 1_000, right: 5_000, bottom: 1_200 };
  return { words: [{ text, box }], confidence: 0.9, box };
};
const recogniserThat = (recognise: TextRecogniser['recognise']): TextRecogniser => ({
  name: 'reader',
  health: () => Promise.resolve({ ok: true, detail: '' }),
  recognise,
  close: () => Promise.resolve(),
});
const read = (bytes: Uint8Array, signal = new AbortController().signal) =>
  thread.read({ name: 'scan.pdf', bytes, signal });

describe('a parser thread with scanned pages', () => {
  it('has the process recognise them, and keeps their words and boxes', async () => {
    const sizes: number[] = [];
    const recogniser = recogniserThat(({ width, height, pixels }) => {
      sizes.push(width, height, pixels.length, pixels[0] ?? 0);
      return Promise.resolve([line(`Page-${sizes.length / 4}`)]);
    });
    thread = new ParserThread(LIMITS, { recogniser, maxPages: 2 });
    const { parsed } = await read(scan(3));
    expect(parsed.text).toBe('Page-1\n\nPage-2');
    expect(parsed.boxes?.map(({ number }) => number)).toEqual([1, 2]);
    expect(sizes).toEqual([1, 2].flatMap(() => [SIDE, SIDE, 3 * SIDE * SIDE, 0x80]));
    // The next document begins anew.
    expect((await read(scan(1))).parsed.text).toBe('Page-3');
  });

  it('reads the rest where the process cannot', async () => {
    const recogniser = recogniserThat(() => Promise.reject(new ArbiterError('UNAVAILABLE', 'It has no networks.')));
    thread = new ParserThread(LIMITS, { recogniser, maxPages: 5 });
    expect((await read(scan(2))).parsed.warnings).toContain('It has no networks.');
  });

  it('lets the recogniser go with the document', async () => {
    const controller = new AbortController();
    let asked: AbortSignal | undefined;
    const recogniser = recogniserThat((_, signal) => {
      asked = signal;
      controller.abort(new Error('gone'));
      return new Promise(() => undefined);
    });
    thread = new ParserThread(LIMITS, { recogniser, maxPages: 5 });
    await expect(read(scan(1), controller.signal)).rejects.toThrow('gone');
    expect(asked?.aborted).toBe(true);
  });
});
