import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  operationsOf,
  validate,
  type ModelTerms,
  type Principal,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import { openEmbedder } from '@arbiter/backends';
import type { Annotations } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import type { Embedder } from '@arbiter/ports';
import { Registry } from 'prom-client';
import { validatorArmConfig } from '../src/validator-arm.config.js';
import { bindValidatorPorts, ValidatorArmModule } from '../src/validator-arm.module.js';

export interface StartedValidator extends StartedArm {
  readonly dataDirectory: string;
  readonly registry: Registry;
}

/** The embedder of an arm as it is shipped, for several arms one after the other; the caller closes it. */
export function openShippedEmbedder(): Embedder {
  return openEmbedder(loadConfig(validatorArmConfig, { env: {}, cwd: '.' }).values);
}

/**
 * The whole arm with the shipped model, over a bus that carries what NATS carries, and over HTTP.
 *
 * @param embedder of another arm, so that it is not loaded again
 * @param modelTimeoutMs longest wait for a language model; absent: the arm's own
 */
export async function startValidator(
  env: Readonly<Record<string, string>> = {},
  embedder?: Embedder,
  modelTimeoutMs?: number,
): Promise<StartedValidator> {
  const cwd = await mkdtemp(join(tmpdir(), 'arbiter-validator-'));
  const { values } = loadConfig(validatorArmConfig, { env, cwd });
  const bound = await bindValidatorPorts(values, cwd);
  const ports = embedder ? { ...bound, embedder } : bound;
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [] });
  const registry = new Registry();
  const arm = await startArmOverBus({
    app: 'validator-arm',
    module: ValidatorArmModule.register(values, ports, {
      logger,
      registry,
      ids: new RandomIds(),
      ...(modelTimeoutMs !== undefined && { modelTimeoutMs }),
    }),
    operations: operationsOf('validator'),
    logger,
    registry,
  });
  return {
    ...arm,
    dataDirectory: join(cwd, values.dataDir),
    registry,
    async close() {
      await arm.close();
      await bound.close();
      await rm(cwd, { recursive: true });
    },
  };
}

/**
 * What validation answers, and whether from its cache.
 *
 * @param principal on whose behalf; null: nobody in particular
 */
export async function validated(
  { client }: StartedValidator,
  request: Pick<ValidateRequest, 'query' | 'answer' | 'sources'> & ModelTerms,
  principal: Principal | null = null,
): Promise<{ readonly result: ValidationResult; readonly cache: string | undefined }> {
  let said: Annotations = new Map();
  const { signal } = new AbortController();
  const parent = { requestId: 'r-1', deadline: Infinity, signal, traceparent: '00-0-0-00', principal };
  const result = await client.request(validate, request, { parent, onAnnotations: (given) => (said = given) });
  return { result, cache: said.get('cache') };
}
