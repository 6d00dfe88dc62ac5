import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import type { ArbiterError } from '@arbiter/contracts';
import type { OpenPages } from '@arbiter/ports';
import { onePage, PAGE, pdf, stream, TEXT, FONT } from '@arbiter/testing/pdf';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PdfiumRenderer } from './pdfium.renderer.js';

const { signal } = new AbortController();
const SURVEY = new URL('../../../../domains/lantern-coast/papers/breakwater-survey.pdf', import.meta.url);
/** Starting a thread takes a second where much else runs. */
const QUICK = { timeMs: 4_000 };

let pages: OpenPages | undefined;
const open = async (bytes: Uint8Array, limits: ConstructorParameters<typeof PdfiumRenderer>[0] = {}, live = signal) =>
  (pages = await new PdfiumRenderer(limits).open(bytes, live));
afterEach(() => pages?.close());

/** What comes of a call: the size of a picture, whose pixels no message of a test can hold, or the error. */
const outcomeOf = (call: Promise<{ readonly width: number; readonly height: number }>): Promise<string> =>
  call.then(
    ({ width, height }) => `${width} × ${height}`,
    (error: unknown) => `${(error as ArbiterError).code}: ${(error as ArbiterError).message}`,
  );

/** Forms that fill the page with a hundred gradients each, drawn a thousand times: no reader gets to the end. */
const GRADIENTS = stream(
  '/S sh '.repeat(100),
  `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Shading << /S << /ShadingType 3 /ColorSpace /DeviceRGB
   /Coords [300 400 0 300 400 600] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>`,
);
/** A page that is never drawn, between two that are. */
const MIXED = pdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R 8 0 R 3 0 R] /Count 3 >>',
  PAGE,
  TEXT,
  FONT,
  GRADIENTS,
  stream('/X Do '.repeat(1_000)),
  PAGE.replace('/Font', '/XObject << /X 6 0 R >> /Font').replace('4 0 R', '7 0 R'),
]);

/** An image of 20,000 × 20,000 pixels, a few bytes in the file. */
const huge = (bits: 1 | 8): string => {
  // 257 - 129 = 128 zeros each (ISO 32000, 7.4.5).
  const runs = deflateSync(Buffer.alloc((20_000 * 20_000 * bits) / 8 / 64, Buffer.of(129, 0)));
  const dictionary = `/Type /XObject /Subtype /Image /Width 20000 /Height 20000 /BitsPerComponent ${bits} /ColorSpace /DeviceGray`;
  return stream(runs.toString('latin1'), `${dictionary} /Filter [/FlateDecode /RunLengthDecode]`);
};
const pictured = (image: string): Uint8Array => {
  const page = PAGE.replace('/Font', '/XObject << /I 6 0 R >> /Font');
  return onePage({ 3: page, 4: stream('600 0 0 800 0 0 cm /I Do') }, [image]);
};

describe('a document that cannot be opened is refused', () => {
  const refused = {
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/^The pages cannot be drawn: the PDF is /),
  };
  it('for its password', async () => {
    const encryption = `<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >>`;
    const trailer = `/Encrypt 6 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`;
    const opened = open(onePage({}, [encryption], { trailer }));
    await expect(opened).rejects.toMatchObject({ ...refused, message: expect.stringContaining('with a password') });
  });

  it.each([
    ['text', Buffer.from('The lamp burns whale oil.')],
    ['nothing', Buffer.alloc(0)],
    ['a head alone', Buffer.from('%PDF-1.7\n')],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * at * 31) % 251))],
  ])('as %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject(refused);
  });
});

describe('a page that means harm is drawn, or refused within limits', () => {
  it('when the file is cut in two', async () => {
    const whole = await readFile(SURVEY);
    const drawn = open(whole.subarray(0, whole.length / 2)).then((opened) => opened.render(1, { width: 300 }));
    expect(await outcomeOf(drawn)).toMatch(/^300 × |^INVALID_REQUEST: /);
  });

  it.each([
    ['9999999999 9999999999', '1200 × 1553'],
    ['1 14400', '1 × 20000'],
    ['14400 1', '1200 × 1'],
    ['0 0', '1200 × 1553'],
    ['20000 20000', '1200 × 1200'],
  ])('when its box is %s points', async (box, size) => {
    await open(onePage({ 3: PAGE.replace('600 800', box) }));
    expect(await outcomeOf(pages!.render(1, { width: 1_200 }))).toBe(size);
  });

  it('in fewer pixels when it would have too many', async () => {
    await open(onePage(), { pixels: 120_000 });
    expect(await outcomeOf(pages!.render(1, { width: 2_400 }))).toBe('300 × 400');
  });

  it('without running its scripts', async () => {
    const plain = await (await open(onePage())).renderJpeg(1, { width: 300 });
    await pages!.close();
    const script = '<< /S /JavaScript /JS (while (true) {}) >>';
    const catalog = `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> >>`;
    const page = PAGE.replace('/Contents', `/AA << /O ${script} >> /Contents`);
    await open(onePage({ 1: catalog, 3: page }), QUICK);
    expect(Buffer.from(await pages!.renderJpeg(1, { width: 300 })).equals(plain)).toBe(true);
  });

  it.each([1, 8] as const)('when it is an image of 20,000 × 20,000 pixels of %i bits', async (bits) => {
    await open(pictured(huge(bits)), { memoryMib: 96, timeMs: 60_000 });
    expect(await outcomeOf(pages!.render(1, { width: 300 }))).toMatch(/^300 × 400$|^INVALID_REQUEST: .* 96 MiB /);
    expect(await pages!.describe(1)).toMatchObject({ images: 1, imageArea: 1 });
  });

  it('when it takes for ever, and the pages beside it are drawn', async () => {
    await open(MIXED, QUICK);
    const all = [1, 2, 3].map((page) => outcomeOf(pages!.render(page, { width: 300 })));
    expect(await Promise.all(all)).toEqual([
      '300 × 400',
      'INVALID_REQUEST: Page 2 could not be drawn within 4 seconds.',
      '300 × 400',
    ]);
  });

  it('up to the third in a row that ends its thread', async () => {
    await open(MIXED, QUICK);
    const outcomes: string[] = [];
    for (let time = 0; time < 5; time += 1) outcomes.push(await outcomeOf(pages!.render(2, { width: 300 })));
    expect(outcomes.slice(2)).toEqual([
      'INVALID_REQUEST: Page 2 could not be drawn within 4 seconds.',
      ...Array<string>(2).fill('INVALID_REQUEST: The pages are not drawn: 3 in a row broke a limit.'),
    ]);
  });

  it('when its memory does not suffice, and the next one is drawn', async () => {
    await open(await readFile(SURVEY), { memoryMib: 24, timeMs: 60_000 });
    expect(await outcomeOf(pages!.render(1, { width: 2_400 }))).toMatch(/^INVALID_REQUEST: .* 24 MiB /);
    expect(await outcomeOf(pages!.render(2, { width: 300 }))).toBe('300 × 425');
  });
});

describe('a thread for a document', () => {
  const started: Worker[] = [];
  const note = (message: unknown): void => void started.push((message as { worker: Worker }).worker);
  const startedWhile = async (run: () => Promise<unknown>): Promise<Worker[]> => {
    started.length = 0;
    subscribe('worker_threads', note);
    await run();
    unsubscribe('worker_threads', note);
    return [...started];
  };

  it('ends with it', async () => {
    const [worker, ...others] = await startedWhile(() => open(onePage()));
    expect([worker!.threadId > 0, others]).toEqual([true, []]);
    const ended = once(worker!, 'exit');
    await pages!.close();
    await ended;
    await expect(pages!.render(1, { width: 300 })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('ends when the document is refused', async () => {
    const [worker] = await startedWhile(() => open(Buffer.from('no PDF')).catch(() => undefined));
    expect(worker!.threadId).toBe(-1);
  });

  it('ends at once when nobody waits any more, in the middle of a page', async () => {
    const caller = new AbortController();
    const [worker] = await startedWhile(() => open(MIXED, {}, caller.signal));
    const drawing = pages!.render(2, { width: 300 });
    const [gone, ended] = [new Error('gone'), once(worker!, 'exit')];
    setTimeout(() => caller.abort(gone), 100);
    await expect(drawing).rejects.toBe(gone);
    await ended;
  });

  it('keeps nothing of 200 pages that it has drawn', async () => {
    // A picture of 1,200 pixels across takes 6 MiB: a few that stayed would be too many.
    await open(await readFile(SURVEY), { memoryMib: 48 });
    for (let page = 0; page < 200; page += 1) await pages!.render((page % 2) + 1, { width: 1_200 });
    expect(await outcomeOf(pages!.render(1, { width: 1_200 }))).toBe('1200 × 1700');
  });
});
