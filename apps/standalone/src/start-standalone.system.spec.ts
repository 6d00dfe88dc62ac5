import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpStandIn, type HttpStandIn } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandalone } from './start-standalone.js';

describe('a server', () => {
  let cwd: string;
  let ollama: HttpStandIn;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-start-'));
    // It has every model but one.
    ollama = await startHttpStandIn(({ body }, reply) =>
      body.includes('"thinker"')
        ? reply.json(404, { error: 'model not found' })
        : reply.json(200, { details: {}, model_info: {}, capabilities: ['completion'] }),
    );
  });
  afterAll(async () => {
    await ollama.close();
    await rm(cwd, { recursive: true });
  });

  it.each([
    ['plan', { PLANNER_MODEL: 'ollama/thinker' }],
    ['synthesise', { SYNTHESIS_MODEL: 'ollama/thinker' }],
    ['see', { VISION_MODEL: 'ollama/thinker' }],
    ['validate', { VALIDATION_LLM: 'ollama', VALIDATION_MODEL: 'thinker' }],
  ])('does not start without the model that is to %s, and names the command that gets it', async (_, models) => {
    const env = {
      ...models,
      OLLAMA_HOST: ollama.url,
      ARBITER_DATA_DIR: cwd,
      ENABLE_READER: 'false',
    };
    await expect(startStandalone({ env, cwd, http: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('`ollama pull thinker`'),
    });
  });
});
