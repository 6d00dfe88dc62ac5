import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnswerabilityModel } from './create-answerability-model.js';
import type { OnnxAnswerabilityModel } from './onnx-answerability-model.js';

const NEVER = new AbortController().signal;

describe('the packaged answerability model', () => {
  let sut: OnnxAnswerabilityModel;
  beforeAll(() => {
    sut = createAnswerabilityModel({ threads: 1 });
  });
  afterAll(() => sut.close());

  const score = (question: string, ...statements: string[]): Promise<readonly (number | null)[]> =>
    sut.score(
      statements.map((statement) => ({ question, statement, heading: 'The Gull Point lamp', before: '' })),
      { signal: NEVER },
    );

  it('tells the sentence that answers from one that speaks of the same', async () => {
    const [weight, maker] = await score(
      'How heavy is the lamp?',
      'It weighs 40 pounds.',
      'It was made of brass by Ada Wren in 341.',
    );
    expect(weight).toBeGreaterThan(0.7);
    expect(maker).toBeLessThan(0.3);
  });

  it('asks the same sentence for another thing', async () => {
    const statement = 'The lamp was made of brass by Ada Wren.';
    const [maker] = await score('Who made the lamp?', statement);
    const [price] = await score('What did the lamp cost?', statement);
    expect(maker).toBeGreaterThan(0.7);
    expect(price).toBeLessThan(0.3);
  });

  it('reads a statement where it stands', async () => {
    const pair = { question: 'What does the crane weigh?', statement: 'It weighs 40 pounds.' };
    const [own, other] = await sut.score(
      [
        { ...pair, heading: 'The crane', before: 'The crane stands on the quay.' },
        { ...pair, heading: 'The lamp of Gull Point', before: 'The lamp burns whale oil.' },
      ],
      { signal: NEVER },
    );
    expect(own).toBeGreaterThan(other ?? 1);
  });

  it('gives no scores for no candidates', async () => {
    expect(await score('Why?')).toEqual([]);
  });
});

it('says how to do without a model that is not there', async () => {
  const missing = createAnswerabilityModel({ directory: tmpdir(), name: 'none', threads: 1 });
  await expect(missing.warmUp(NEVER)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/answerability model none .* VALIDATION_ANSWERABILITY=false/) as unknown,
  });
  await missing.close();
});
