import { ScriptedLanguageModel } from '@arbiter/adapter-kit/testing';
import { freePort, startHttpStandIn } from '@arbiter/testing';
import { Readiness } from '@arbiter/platform';
import { expect, it } from '@jest/globals';
import { languageModelChecks } from './language-model-checks.js';
import { openLanguageModel } from './open-language-model.js';

const KEYS = {
  anthropicApiKey: undefined,
  anthropicBaseUrl: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
};
const meanwhile = 'rules plan';
const DOWN = { status: 'ready', checks: { 'language model': { status: 'up', notice: 'is down: rules plan' } } };

it('says nothing of a language model that answers', async () => {
  const checks = languageModelChecks([{ model: new ScriptedLanguageModel(() => ''), meanwhile }]);
  expect(await new Readiness(checks).report()).toEqual({
    status: 'ready',
    checks: { 'language model': { status: 'up' } },
  });
});

it('is ready while a language model is down, and says what does its work', async () => {
  const ollamaHost = `http://127.0.0.1:${await freePort()}`;
  const model = await openLanguageModel('ollama/llama3.2', 'SYNTHESIS_MODEL', { ...KEYS, ollamaHost });
  expect(await new Readiness(languageModelChecks([{ model, meanwhile }])).report()).toEqual(DOWN);
  await model.close();
});

it('asks the vendor once a minute, however many probes come', async () => {
  let asked = 0;
  const server = await startHttpStandIn((_, reply) => {
    asked += 1;
    return reply.json(500, { error: 'not now' });
  });
  const model = await openLanguageModel('ollama/llama3.2', 'SYNTHESIS_MODEL', { ...KEYS, ollamaHost: server.url });
  let now = 0;
  const readiness = new Readiness(
    languageModelChecks([{ model, meanwhile }], { now: () => now, monotonic: () => now }),
  );
  for (let probe = 0; probe < 3; probe += 1) await readiness.report();
  const first = asked;
  now = 61_000;
  await readiness.report();
  expect(first).toBeGreaterThan(0);
  expect(asked).toBe(2 * first);
  await model.close();
  await server.close();
});
