import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { sourceOf } from '../test/claim-support.js';
import { openShippedEmbedder, startValidator, validated, type StartedValidator } from '../test/validator.arm.js';
import { validatorArmConfig } from './validator-arm.config.js';

const LAMP = 'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341 and is 70 feet high.';
const QUERY = 'Who keeps the lamp of Gull Point?';
const STATED = 'Mara Fell keeps the lamp of Gull Point.';
const lamp = sourceOf('lamp', LAMP, { title: 'Gull Point', type: 'forum' });

describe('a variable of the validator arm', () => {
  const arms: StartedValidator[] = [];
  const embedder = openShippedEmbedder();
  afterEach(async () => {
    for (const arm of arms.splice(0)) await arm.close();
  });
  afterAll(() => embedder.close());
  const start = async (env: Readonly<Record<string, string>>): Promise<StartedValidator> => {
    // No question is asked of what the reader finds.
    const arm = await startValidator({ ENABLE_READER: 'false', ...env }, embedder);
    arms.push(arm);
    return arm;
  };
  const check = async (env: Readonly<Record<string, string>>, answer: string) =>
    (await validated(await start(env), { query: QUERY, answer, sources: [lamp] })).result;

  it('VALIDATION_CONFIDENCE_THRESHOLD decides from which confidence an answer is accepted', async () => {
    expect((await check({}, STATED)).recommendation).toBe('accept');
    expect((await check({ VALIDATION_CONFIDENCE_THRESHOLD: '1' }, STATED)).recommendation).not.toBe('accept');
  });

  it.each([
    ['VALIDATION_CONFIDENCE_THRESHOLD', '1.5'],
    ['VALIDATION_LLM', 'gemini'],
  ])('%s is refused as %p, by its name', (name, value) => {
    const load = () => loadConfig(validatorArmConfig, { env: { [name]: value }, cwd: '.' });
    expect(load).toThrow(ArbiterError);
    expect(load).toThrow(name);
  });
});
