import { ScriptedLanguageModel } from '@arbiter/adapter-kit/testing';
import { freePort, startHttpStandIn } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { checkLanguageModels } from './check-language-model.js';
import { openLanguageModel } from './open-language-model.js';

const KEYS = {
  anthropicApiKey: undefined,
  anthropicBaseUrl: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
};

async function ollamaAt(ollamaHost: string) {
  const model = await openLanguageModel('ollama/llama3.2', 'SYNTHESIS_MODEL', { ...KEYS, ollamaHost });
  return { model, meanwhile: 'rules plan' };
}

describe('checkLanguageModels', () => {
  const warnings: unknown[][] = [];
  const logger = { warn: (...said: unknown[]) => void warnings.push(said) };
  const fine = { model: new ScriptedLanguageModel(() => ''), meanwhile: 'rules plan' };

  it('fails with the command that gets a model which its server does not have', async () => {
    const server = await startHttpStandIn((_, reply) => reply.json(404, { error: "model 'llama3.2' not found" }));
    const missing = await ollamaAt(server.url);
    await expect(checkLanguageModels([fine, missing], logger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('`ollama pull llama3.2`'),
    });
    await missing.model.close();
    await server.close();
  });

  it('says of a server that is away what does the work until it is back', async () => {
    const away = await ollamaAt(`http://127.0.0.1:${await freePort()}`);
    await checkLanguageModels([fine, away], logger);
    await away.model.close();
    expect(warnings).toEqual([
      [
        { model: 'ollama/llama3.2', why: expect.stringContaining('Ollama') },
        'a language model is away; rules plan until it is back',
      ],
    ]);
  });
});
