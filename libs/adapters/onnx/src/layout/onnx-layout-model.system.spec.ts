import { cpSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAYOUT_CDLA } from '@arbiter/models-layout-cdla';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Region } from '@arbiter/ports';
import { drawPage, oneColour, writeLines } from '../../test/draw-page.js';
import { OnnxLayoutModel } from './onnx-layout-model.js';

const signal = new AbortController().signal;
const sut = new OnnxLayoutModel();
afterAll(() => sut.close());

const SENTENCE = 'The keeper of the light at Pell writes down each ship that passes the mole, its flag and its cargo.';
const paragraph = (lines: number) => Array.from({ length: lines }, () => SENTENCE);

/** A page of 1,200 × 1,600 with a title, text, a bar chart with its caption, and a ruled table with its own. */
const page = drawPage(1_200, 1_600, (context) => {
  writeLines(context, ['Ships at Pell'], { x: 120, y: 130, size: 44, font: 'Bold' });
  writeLines(context, paragraph(6), { x: 120, y: 210, size: 20 });
  context.strokeRect(220, 430, 760, 400);
  for (const [index, height] of [120, 260, 340, 190, 90].entries()) {
    context.fillStyle = ['#4466aa', '#aa5544', '#66aa55', '#aa9944', '#8855aa'][index] ?? 'black';
    context.fillRect(280 + index * 140, 820 - height, 90, height);
  }
  context.fillStyle = 'black';
  writeLines(context, ['Figure 1: Ships that passed in a month, by their flag.'], { x: 330, y: 875, size: 20 });
  writeLines(context, paragraph(5), { x: 120, y: 950, size: 20 });
  writeLines(context, ['Table 1: Fees of the harbour in crowns.'], { x: 380, y: 1_150, size: 20 });
  for (let row = 0; row <= 7; row++) context.fillRect(220, 1_175 + row * 42, 760, 2);
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 4; column++) {
      const cell = row === 0 ? ['Harbour', 'Berth', 'Water', 'Crane'][column] : `${(row * 7 + column * 3) % 40}.50`;
      writeLines(context, [cell ?? ''], { x: 240 + column * 190, y: 1_204 + row * 42, size: 20 });
    }
  }
});
const overlap = ({ box }: Region, left: number, top: number, right: number, bottom: number) => {
  const width = Math.min(box.right, right) - Math.max(box.left, left);
  const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
  const area = (box.right - box.left) * (box.bottom - box.top) + (right - left) * (bottom - top);
  return width > 0 && height > 0 ? (width * height) / (area - width * height) : 0;
};

describe('OnnxLayoutModel', () => {
  it('finds figure, table, title, text and captions where they are', async () => {
    const regions = await sut.regions(page, signal);
    const best = (kinds: readonly string[], ...box: [number, number, number, number]) =>
      Math.max(0, ...regions.filter(({ kind }) => kinds.includes(kind)).map((region) => overlap(region, ...box)));
    expect(best(['figure'], 1_833, 2_687, 8_167, 5_187)).toBeGreaterThan(0.8);
    expect(best(['table', 'figure'], 1_833, 7_343, 8_167, 9_194)).toBeGreaterThan(0.8);
    expect(best(['text'], 1_000, 1_200, 8_500, 2_250)).toBeGreaterThan(0.6);
    expect(best(['text'], 1_000, 5_825, 8_500, 6_675)).toBeGreaterThan(0.6);
    expect(regions.filter(({ kind }) => kind === 'caption').length).toBeGreaterThanOrEqual(1);
    expect(regions.filter(({ kind }) => kind === 'title').length).toBeGreaterThanOrEqual(1);
    const confidences = regions.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
  });

  it('finds neither figure nor table in plain text', async () => {
    const text = drawPage(1_200, 1_600, (context) => writeLines(context, paragraph(45), { x: 120, y: 140, size: 20 }));
    const kinds = (await sut.regions(text, signal)).map(({ kind }) => kind);
    expect(kinds).toContain('text');
    expect(kinds.filter((kind) => kind === 'figure' || kind === 'table')).toEqual([]);
  });

  it.each([
    ['1 × 1', oneColour(1, 1, 0)],
    ['all black', oneColour(1_200, 1_600, 0)],
    ['all white', oneColour(1_200, 1_600, 255)],
    ['a line of pixels', oneColour(20_000, 1, 90)],
  ])('looks at a picture that is %s, and boxes stay within it', async (_, picture) => {
    const regions = await sut.regions(picture, signal);
    for (const { box, confidence } of regions) {
      expect(Object.values(box).every((edge) => Number.isInteger(edge) && edge >= 0 && edge <= 10_000)).toBe(true);
      expect(box.left < box.right && box.top < box.bottom).toBe(true);
      expect(confidence > 0 && confidence <= 1).toBe(true);
    }
  });

  it('refuses a picture of 20,000 × 20,000 pixels', async () => {
    const picture = { width: 20_000, height: 20_000, pixels: new Uint8Array(0) };
    await expect(sut.regions(picture, signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each<[string, string, (directory: string) => unknown]>([
    ['is missing', 'has no file model.onnx', (directory) => rmSync(join(directory, 'model.onnx'))],
    ['is damaged', 'does not have the size', (directory) => truncateSync(join(directory, 'model.onnx'), 1_000)],
  ])('names the repair where its file %s, and works once it is repaired', async (_, problem, harm) => {
    const directory = mkdtempSync(join(tmpdir(), 'arbiter-layout-'));
    const broken = new OnnxLayoutModel({ model: { ...LAYOUT_CDLA, directory } });
    try {
      cpSync(LAYOUT_CDLA.directory, directory, { recursive: true });
      harm(directory);
      const message = expect.stringMatching(`${problem}.*: restore the model folder`) as unknown;
      await expect(broken.regions(page, signal)).rejects.toMatchObject({ code: 'UNAVAILABLE', message });
      cpSync(LAYOUT_CDLA.directory, directory, { recursive: true });
      expect((await broken.regions(page, signal)).length).toBeGreaterThan(3);
    } finally {
      await broken.close();
      rmSync(directory, { recursive: true });
    }
  });

  it('lets callers go who wait, and looks at the next page', async () => {
    const controller = new AbortController();
    const pages = Array.from({ length: 20 }, () => sut.regions(page, controller.signal));
    const gone = new Error('gone');
    controller.abort(gone);
    for (const each of pages) await expect(each).rejects.toBe(gone);
    expect((await sut.regions(page, signal)).length).toBeGreaterThan(3);
  });
});
