import { describe, expect, it } from '@jest/globals';
import type { GenerationRequest } from '../../language-model.js';
import { sizedJpeg } from '../sized-jpeg.js';
import {
  eventsOf,
  generate,
  neverAborted,
  type OpenStage,
  REQUEST,
  saying,
  stagesOf,
  TWO_RETRIES,
} from './suite-steps.js';

const showing = (...files: readonly Uint8Array[]): GenerationRequest => ({
  ...REQUEST,
  messages: [
    {
      role: 'user',
      text: 'Where does the wire end? 灯',
      pictures: files.map((data) => ({ mediaType: 'image/jpeg', data })),
    },
  ],
});

/** Pictures in messages of the user. */
export function describePictures(open: OpenStage): void {
  describe('pictures', () => {
    const stageOf = stagesOf(open);
    const [plan, chart] = [sizedJpeg(1_200, 1_697, 90_000), sizedJpeg(64, 48)];

    it('arrive whole and in their order, before the text', async () => {
      const stage = await stageOf([saying('At the lamp.'), saying('At the lamp.')]);
      // One of them is a part of a larger buffer.
      const within = Uint8Array.of(1, 2, ...chart, 3).subarray(2, 2 + chart.length);
      expect((await generate(stage, showing(plan, within))).text).toBe('At the lamp.');
      await eventsOf(stage, showing(chart));
      const text = 'Where does the wire end? 灯';
      const base64 = (file: Uint8Array): string => Buffer.from(file).toString('base64');
      expect(stage.received.map(({ messages }) => messages)).toEqual([
        [{ role: 'user', text, pictures: [base64(plan), base64(chart)] }],
        [{ role: 'user', text, pictures: [base64(chart)] }],
      ]);
    });

    it('may be asked about for an output', async () => {
      const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
      const stage = await stageOf([saying('{}')]);
      expect((await generate(stage, { ...showing(chart), output: { name: 'seen', schema } })).output).toEqual({});
    });

    it('that the model cannot see are refused for good', async () => {
      const refusal = { type: 'failure', code: 'INVALID_REQUEST', seesNoPictures: true } as const;
      const stage = await stageOf([refusal, refusal], TWO_RETRIES);
      const expected = {
        code: 'INVALID_REQUEST',
        details: { reason: 'no-vision' },
        message: expect.stringMatching(/sees no pictures.*VISION_MODEL/),
      };
      await expect(generate(stage, showing(chart))).rejects.toMatchObject(expected);
      await expect(eventsOf(stage, showing(chart))).rejects.toMatchObject(expected);
      expect(stage.received).toHaveLength(2);
    });

    it.each([
      ['of too many bytes', sizedJpeg(64, 48, 4_000_000)],
      ['too wide', sizedJpeg(8_001, 48)],
      ['too high', sizedJpeg(64, 65_535)],
    ])('%s are not sent', async (_, file) => {
      const stage = await stageOf([]);
      const details = { field: 'pictures', reason: 'picture-too-large' };
      await expect(generate(stage, showing(file))).rejects.toMatchObject({ code: 'INVALID_REQUEST', details });
      expect(stage.received).toEqual([]);
    });

    it.each([
      ['nothing', new Uint8Array()],
      ['another file', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0)],
      ['a JPEG that is torn off', sizedJpeg(64, 48).subarray(0, 12)],
      ['a JPEG of no height', sizedJpeg(64, 0)],
    ])('that are %s are not sent', async (_, file) => {
      const stage = await stageOf([]);
      const refused = { code: 'INVALID_REQUEST', details: { field: 'pictures' } };
      await expect(generate(stage, showing(file))).rejects.toMatchObject(refused);
      await expect(stage.model.countTokens(showing(file), { signal: neverAborted() })).rejects.toMatchObject(refused);
      expect(stage.received).toEqual([]);
    });

    it('count as tokens', async () => {
      const stage = await stageOf([]);
      const countOf = async (request: GenerationRequest): Promise<number> =>
        (await stage.model.countTokens(request, { signal: neverAborted() })).tokens;
      // 1,200 × 1,697 / 750
      expect((await countOf(showing(plan))) - (await countOf(showing()))).toBeGreaterThan(2_715);
    });
  });
}
