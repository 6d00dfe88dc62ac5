import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { validate } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { startHttpStandIn, type HttpStandIn } from '@arbiter/testing';
import { FeatureChecker } from './checks/feature-checker.js';
import { GroundingSupportScorer } from './support/grounding-support-scorer.js';
import { DEFAULT_SETTINGS } from '../test/service.js';
import { ValidationService } from './validation/validation.service.js';
import { validatorArmConfig } from './validator-arm.config.js';
import { bindValidatorPorts } from './validator-arm.module.js';

const DIMENSIONS = 768;
const LAMP = 'Mara Fell keeps the lamp of Gull Point.';
const request = validate.input.parse({
  query: 'Who keeps the lamp of Gull Point?',
  answer: `${LAMP} [1]`,
  sources: [{ id: 'lamp', document: 'lamp', chunkId: 'lamp', content: LAMP, metadata: {}, score: 0.9 }],
});

describe('bindValidatorPorts', () => {
  let cwd: string;
  let ollama: HttpStandIn;
  let asked: { readonly model: string; readonly input: readonly string[] }[];
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-validator-'));
    asked = [];
    ollama = await startHttpStandIn(({ body }, reply) => {
      const question = JSON.parse(body) as (typeof asked)[number];
      asked.push(question);
      const vector = Array.from({ length: DIMENSIONS }, () => 1);
      return reply.json(200, { model: question.model, embeddings: question.input.map(() => vector) });
    });
  });
  afterEach(async () => {
    await ollama.close();
    await rm(cwd, { recursive: true });
  });

  /** What the arm validates with in these surroundings. */
  const bind = (env: Readonly<Record<string, string>>) =>
    bindValidatorPorts(loadConfig(validatorArmConfig, { env, cwd }).values, cwd);

  it('validates with the model of EMBEDDING_MODEL', async () => {
    const ports = await bind({ EMBEDDING_MODEL: 'nomic-embed-text', OLLAMA_HOST: ollama.url });
    await new ValidationService(
      new FeatureChecker(ports.embedder, new GroundingSupportScorer()),
      DEFAULT_SETTINGS,
    ).validate(request, AbortSignal.timeout(60_000));
    expect(new Set(asked.map(({ model }) => model))).toEqual(new Set(['nomic-embed-text']));
    expect(asked.flatMap(({ input }) => input).some((text) => text.includes(LAMP))).toBe(true);
    await ports.close();
  });

  it('reads the model where the published config.yaml names it for the retriever', async () => {
    const yaml = 'retriever_arm:\n  vector_search: { embedding_model: mxbai-embed-large, embedding_dimension: 1024 }\n';
    await writeFile(join(cwd, 'config.yaml'), yaml);
    const ports = await bind({ ARBITER_CONFIG: join(cwd, 'config.yaml') });
    expect(ports.embedder).toMatchObject({ model: 'mxbai-embed-large', dimensions: 1_024 });
    await ports.close();
  });

  it('validates with the shipped model where none is named', async () => {
    const ports = await bind({});
    expect(ports.embedder).toMatchObject({ model: 'bge-small-en-v1.5', dimensions: 384 });
    await ports.close();
  });

  it('reads answers with the packaged reader, or not at all', async () => {
    const ports = await bind({});
    expect(ports.reader?.model).toMatch(/^reader-/);
    await ports.close();
    const without = await bind({ ENABLE_READER: 'false' });
    expect(without.reader).toBeNull();
    await without.close();
  });

  it('refuses a model of unknown dimensions with the variable that says them', async () => {
    await expect(bind({ EMBEDDING_MODEL: 'some-model' })).rejects.toThrow(/set EMBEDDING_DIMENSION/);
  });
});
