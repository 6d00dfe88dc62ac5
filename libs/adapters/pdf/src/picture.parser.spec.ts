import { drawJpeg, drawPng } from '@arbiter/adapter-kit/testing';
import { ArbiterError } from '@arbiter/contracts';
import type { Picture, RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { PictureParser } from './picture.parser.js';

const [WIDTH, HEIGHT] = [480, 240];
const size = { width: WIDTH, height: HEIGHT };
const signal = new AbortController().signal;

const line = (...texts: readonly string[]): RecognisedLine => {
  const words = texts.map((text, at) => ({
    text,
    box: { left: 1_000 + at * 1_000, top: 1_000, right: 1_900 + at * 1_000, bottom: 1_500 },
  }));
  return { words, confidence: 0.9, box: { left: 1_000, top: 1_000, right: 900 + texts.length * 1_000, bottom: 1_500 } };
};

/** Answers with lines, and keeps the pictures that it was given. */
function recogniserThat(
  answer: () => Promise<readonly RecognisedLine[]>,
): TextRecogniser & { readonly seen: Picture[] } {
  const seen: Picture[] = [];
  return {
    seen,
    name: 'reader',
    health: () => Promise.resolve({ ok: true, detail: '' }),
    recognise: (picture) => {
      seen.push(picture);
      return answer();
    },
    close: () => Promise.resolve(),
  };
}

async function read(
  bytes: Uint8Array,
  { name = 'harbour-plan.png', answer = () => Promise.resolve([line('PELL', 'LIGHT')]) } = {},
) {
  const recogniser = recogniserThat(answer);
  const format = name.endsWith('png') ? 'png' : 'jpeg';
  const parsed = await new PictureParser(format, { recogniser, maxPages: 1 }).parse({ bytes, name, signal });
  expectWellFormedDocument(parsed);
  return { ...parsed, seen: recogniser.seen[0]! };
}

/** The colour in the middle of each quarter of a picture, row by row. */
function quarters({ width, height, pixels }: Picture): number[][] {
  return [1, 3].flatMap((y) =>
    [1, 3].map((x) => {
      const at = 3 * (Math.floor((y * height) / 4) * width + Math.floor((x * width) / 4));
      return [...pixels.subarray(at, at + 3)];
    }),
  );
}

/** Of a block or pixel: 0 to 3, row by row. */
const quarterOf = (x: number, y: number, side = 1): number =>
  (x * side < WIDTH / 2 ? 0 : 1) + (y * side < HEIGHT / 2 ? 0 : 2);
const GREYS = [8, 88, 168, 248];
const greys = (orientation?: number) =>
  drawJpeg({
    ...size,
    blocks: (x, y) => [GREYS[quarterOf(x, y, 8)]!],
    ...(orientation !== undefined && { orientation }),
  });
const PNG = drawPng({ ...size, samples: (x, y) => [GREYS[quarterOf(x, y)]!, 0, 9] });

describeDocumentParser(
  'PictureParser of PNG files',
  () => new PictureParser('png'),
  [{ what: 'four colours', name: 'harbour plan.png', bytes: PNG, holds: ['harbour plan'] }],
  { emptyFile: 'refused' },
);
describeDocumentParser(
  'PictureParser of JPEG files',
  () => new PictureParser('jpeg'),
  [{ what: 'four greys', name: 'harbour plan.jpg', bytes: greys(), holds: ['harbour plan'] }],
  { emptyFile: 'refused' },
);

describe('a picture', () => {
  it('has the words that are recognised in it, with boxes, on one page', async () => {
    const { text, pages, boxes, warnings, title, seen } = await read(PNG);
    expect([text, pages, title]).toEqual(['PELL LIGHT', [{ number: 1, start: 0 }], '']);
    expect(warnings).toEqual(['The text was recognised in a picture; letters may be wrong.']);
    const [{ width, height, words } = { width: 0, height: 1, words: [] }] = boxes ?? [];
    expect(width / height).toBeCloseTo(WIDTH / HEIGHT);
    expect([...words].filter((_, at) => at % 6 < 3 || at % 6 === 4)).toEqual([0, 4, 1_000, 1_901, 5, 10, 2_000, 2_901]);
    expect(quarters(seen)).toEqual(GREYS.map((grey) => [grey, 0, 9]));
  });

  it.each([
    [1, [0, 1, 2, 3]],
    [2, [1, 0, 3, 2]],
    [3, [3, 2, 1, 0]],
    [4, [2, 3, 0, 1]],
    [5, [0, 2, 1, 3]],
    [6, [2, 0, 3, 1]],
    [7, [3, 1, 2, 0]],
    [8, [1, 3, 0, 2]],
  ])('of orientation %s is read as it is shown', async (orientation, order) => {
    const { seen, boxes } = await read(greys(orientation), { name: 'photo.jpg' });
    expect(quarters(seen)).toEqual(order.map((quarter) => Array<number>(3).fill(GREYS[quarter]!)));
    const [shown, page] = [seen.width / seen.height, boxes![0]!.width / boxes![0]!.height];
    expect(shown).toBe(orientation > 4 ? HEIGHT / WIDTH : WIDTH / HEIGHT);
    expect(page).toBeCloseTo(shown);
  });

  it('of four printing inks has the colours that they make, inverted or not', async () => {
    const inks = [0, 0, 0, 255];
    for (const isAdobe of [false, true]) {
      const blocks = (x: number, y: number) =>
        (quarterOf(x, y, 8) === 0 ? inks : [0, 0, 0, 0]).map((ink) => (isAdobe ? 255 - ink : ink));
      const [black = [], white = []] = quarters(
        (await read(drawJpeg({ ...size, blocks, isAdobe }), { name: 'print.jpg' })).seen,
      );
      expect(Math.max(...black)).toBeLessThan(60);
      expect(Math.min(...white)).toBeGreaterThan(240);
    }
  });

  it('without letters has the name of its file as its text, and says so', async () => {
    for (const answer of [
      () => Promise.resolve([]),
      () => Promise.reject(new ArbiterError('INVALID_REQUEST', 'It took too long.')),
    ]) {
      const { text, blocks, boxes, warnings } = await read(PNG, { name: 'plans/harbour-plan_2.png', answer });
      expect([text, blocks.map(({ kind }) => kind), boxes]).toEqual(['harbour plan 2', ['heading'], undefined]);
      expect(warnings.at(-1)).toBe('No letters were read in the picture; its text is the name of its file.');
    }
  });

  it('that is cut off is read as far as it goes, and one that moves has a first picture', async () => {
    const noisy = drawPng({ ...size, samples: (x, y) => [x % 251, (x * y) % 241, y % 239] });
    expect((await read(noisy.subarray(0, noisy.length / 2))).warnings).toContain(
      'The end of the file is missing; what is there of the picture was read.',
    );
    expect((await read(greys().subarray(0, greys().length - 400), { name: 'a.jpg' })).warnings).toHaveLength(2);
    const moving = drawPng({ ...size, samples: () => [1, 2, 3], more: [['acTL', new Uint8Array(8)]] });
    expect((await read(moving)).warnings).toContain('It moves; only its first picture was read.');
  });

  it('is left out as an icon when it is small', () => {
    const reason = (width: number, height: number) =>
      new PictureParser('png').leavesOut(drawPng({ width, height, data: new Uint8Array(0), samples: () => [] }));
    expect(reason(64, 64)).toBe('It is a small picture (64 × 64 pixels), such as an icon.');
    expect(reason(2_000, 100)).toBeDefined();
    expect(reason(300, 300)).toBeDefined();
    expect(reason(400, 250)).toBeUndefined();
    // It is refused with a better reason.
    expect(new PictureParser('png').leavesOut(new Uint8Array(0))).toBeUndefined();
  });

  it('lets go with its caller', async () => {
    const controller = new AbortController();
    const recogniser = recogniserThat(
      () => new Promise((_, reject) => controller.signal.addEventListener('abort', () => reject(new Error('x')))),
    );
    const reading = new PictureParser('png', { recogniser, maxPages: 1 }).parse({
      bytes: PNG,
      name: 'a.png',
      signal: controller.signal,
    });
    const gone = new Error('gone');
    setTimeout(() => controller.abort(gone), 50);
    await expect(reading).rejects.toBe(gone);
  });
});
