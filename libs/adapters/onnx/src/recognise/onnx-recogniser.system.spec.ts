import { afterAll, describe, expect, it } from '@jest/globals';
import type { RecognisedLine } from '@arbiter/ports';
import { drawPage, oneColour, writeLines } from '../../test/draw-page.js';
import { OnnxRecogniser } from './onnx-recogniser.js';

const signal = new AbortController().signal;
const sut = new OnnxRecogniser();
afterAll(() => sut.close());
const textOf = ({ words }: RecognisedLine) => words.map(({ text }) => text).join(' ');
const textsIn = async (...page: Parameters<typeof drawPage>) =>
  (await sut.recognise(drawPage(...page), signal)).map(textOf);

const LINES = [
  'The harbour of Pell is open from March to October.',
  'A berth costs 11 crowns a night, 4.50 in winter.',
  'Ask for the keeper (Anna Varn) at No. 7, Salt Lane.',
];

describe('OnnxRecogniser', () => {
  it('reads lines in their order, letter by letter', async () => {
    expect(await textsIn(900, 300, (context) => writeLines(context, LINES))).toEqual(LINES);
  });

  it('reads the letters of European languages', async () => {
    const lines = [
      'Die Gebühr für größere Schiffe beträgt 12,50 € im März.',
      'Le café à l’île coûte 3 £ par nuit, señor Núñez.',
      'Żółć gęślą jaźń, příliš žluťoučký kůň',
    ];
    const read = await textsIn(1_000, 300, (context) => writeLines(context, lines, { size: 30, leading: 2 }));
    const letters = (text: string) => text.match(/[^ -~]/gu)?.filter((sign) => /\p{L}/u.test(sign)) ?? [];
    // A háček that stands beside its letter is the hardest.
    expect(letters(read.join('')).length).toBeGreaterThanOrEqual(letters(lines.join('')).length - 1);
    expect(read[0]).toBe(lines[0]);
  });

  it('says where lines and words are', async () => {
    const [line] = await sut.recognise(
      drawPage(1_000, 200, (context) => writeLines(context, ['Pell light burns oil'], { x: 100, y: 110, size: 40 })),
      signal,
    );
    expect(line?.confidence).toBeGreaterThan(0.95);
    expect(line?.words.map(({ text }) => text)).toEqual(['Pell', 'light', 'burns', 'oil']);
    const measured: number[][] = [];
    drawPage(10, 10, (context) => {
      context.font = '40px Sans';
      for (const before of ['', 'Pell ', 'Pell light ', 'Pell light burns ']) {
        const left = 100 + context.measureText(before).width;
        const word = 'Pell light burns oil'.slice(before.length).split(' ')[0] ?? '';
        measured.push([left, left + context.measureText(word).width]);
      }
    });
    for (const [index, { box }] of (line?.words ?? []).entries()) {
      // Within half a letter, and around the baseline.
      expect(Math.abs(box.left / 10 - (measured[index]?.[0] ?? 0))).toBeLessThan(14);
      expect(Math.abs(box.right / 10 - (measured[index]?.[1] ?? 0))).toBeLessThan(14);
      expect((box.top / 10_000) * 200).toBeGreaterThan(60);
      expect((box.bottom / 10_000) * 200).toBeLessThan(140);
    }
  });

  it('reads white on black, small type, and type of another colour', async () => {
    const read = await textsIn(900, 400, (context) => {
      context.fillRect(0, 0, 900, 120);
      context.fillStyle = 'white';
      writeLines(context, ['Closed in a storm'], { y: 70, size: 30 });
      context.fillStyle = 'rgb(200, 40, 40)';
      writeLines(context, ['Danger of falling rocks'], { y: 200, size: 30 });
      context.fillStyle = 'black';
      writeLines(context, ['Printed by the harbour office in Mirren'], { y: 320, size: 15 });
    });
    expect(read).toEqual(['Closed in a storm', 'Danger of falling rocks', 'Printed by the harbour office in Mirren']);
  });

  it.each([
    ['upwards', -Math.PI / 2],
    ['downwards', Math.PI / 2],
  ])('reads the label of an axis that runs %s, and a box that is higher than wide', async (_, angle) => {
    const picture = drawPage(500, 500, (context) => {
      writeLines(context, ['Depth'], { x: 300, y: 250, size: 30 });
      context.translate(100, 250);
      context.rotate(angle);
      context.textAlign = 'center';
      writeLines(context, ['Height of the tide'], { x: 0, y: 0, size: 28 });
    });
    const lines = await sut.recognise(picture, signal);
    expect(lines.map(textOf).sort()).toEqual(['Depth', 'Height of the tide']);
    const axis = lines.find((line) => textOf(line) !== 'Depth');
    expect(axis && axis.box.bottom - axis.box.top).toBeGreaterThan(3 * (axis ? axis.box.right - axis.box.left : 0));
    const [first, last] = [axis?.words[0]?.box.top ?? 0, axis?.words.at(-1)?.box.top ?? 0];
    expect(first > last).toBe(angle < 0);
  });

  it.each([-4, 3])('reads a page that a scanner has tilted by %s degrees', async (degrees) => {
    const read = await textsIn(1_000, 500, (context) => {
      context.translate(0, 80);
      context.rotate((degrees * Math.PI) / 180);
      writeLines(context, LINES);
    });
    expect(read).toEqual(LINES);
  });

  it('leaves out what is no letter', async () => {
    const read = await textsIn(800, 500, (context) => {
      writeLines(context, ['Chart of the bay'], { y: 60, size: 30 });
      for (let line = 0; line < 12; line++) context.fillRect(60 + 14 * line, 120, 3, 300);
      context.beginPath();
      context.arc(500, 300, 120, 0, 7);
      context.stroke();
      context.fillRect(420, 290, 160, 4);
    });
    expect(read).toEqual(['Chart of the bay']);
  });

  it('leaves out scribbles and signs that look like letters of some script', async () => {
    let seed = 5;
    const up = (most: number) => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * most;
    const read = await textsIn(800, 400, (context) => {
      writeLines(context, ['Signed in Mirren'], { y: 60, size: 30 });
      context.lineWidth = 2;
      for (let x = 60; x < 460; x += 30) {
        context.beginPath();
        context.moveTo(x, 150 + up(25));
        for (let curve = 0; curve < 4; curve++) {
          context.quadraticCurveTo(x + up(24), 150 + up(28), x + up(24), 150 + up(28));
        }
        context.stroke();
        context.strokeRect(x + 8, 300, 20, 20);
        context.strokeRect(x + 13, 305, 10, 10);
      }
    });
    expect(read).toEqual(['Signed in Mirren']);
  });

  it('survives a page that is a hundred times wider than high', async () => {
    const read = await textsIn(6_000, 60, (context) => writeLines(context, ['Pell'], { x: 40, y: 45, size: 40 }));
    expect(read.length).toBeLessThan(3);
  });

  it.each([
    ['1 × 1', oneColour(1, 1, 0)],
    ['all black', oneColour(1_200, 1_600, 0)],
    ['all white', oneColour(1_200, 1_600, 255)],
    ['a line of pixels', oneColour(20_000, 1, 90)],
    ['a column of pixels', oneColour(1, 20_000, 90)],
  ])('finds nothing in a picture that is %s', async (_, picture) => {
    expect(await sut.recognise(picture, signal)).toEqual([]);
  });

  it('refuses a picture of 20,000 × 20,000 pixels before anything is copied', async () => {
    const picture = { width: 20_000, height: 20_000, pixels: new Uint8Array(0) };
    await expect(sut.recognise(picture, signal)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'A picture of 20000 × 20000 pixels is too large: at most 40 million are read.',
    });
  });

  it('refuses a picture with pixels missing', async () => {
    await expect(sut.recognise({ ...oneColour(9, 9, 0), height: 10 }, signal)).rejects.toThrow(RangeError);
  });

  it('survives a picture of noise', async () => {
    let seed = 7;
    const pixels = Uint8Array.from({ length: 3 * 640 * 640 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255);
    expect((await sut.recognise({ width: 640, height: 640, pixels }, signal)).length).toBeLessThan(5);
  });

  it('stops when the caller has gone, also one that waits, and reads the next page', async () => {
    const page = drawPage(900, 300, (context) => writeLines(context, LINES));
    const controller = new AbortController();
    const [first, second] = [sut.recognise(page, controller.signal), sut.recognise(page, controller.signal)];
    const gone = new Error('gone');
    controller.abort(gone);
    await expect(first).rejects.toBe(gone);
    await expect(second).rejects.toBe(gone);
    expect((await sut.recognise(page, signal)).map(textOf)).toEqual(LINES);
  });

  it('gives up on a page that takes too long', async () => {
    const hasty = new OnnxRecogniser({ timeoutMs: 1 });
    await expect(hasty.recognise(oneColour(900, 900, 255), signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await hasty.close();
  });

  it('says that it is ready', async () => {
    expect(await sut.health(signal)).toEqual({ ok: true, detail: 'ppocr-v6-small reads scanned pages' });
  });

  it('says that its folder is not as published', async () => {
    const broken = new OnnxRecogniser({
      model: { name: 'ppocr-v6-small', directory: '/nowhere', files: null },
    });
    expect(await broken.health(signal)).toEqual({
      ok: false,
      detail:
        'The model ppocr-v6-small has no file alphabet.txt: restore the model folder from version control or reinstall its package.',
    });
    await broken.close();
  });
});
