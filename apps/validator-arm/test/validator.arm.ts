import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  operationsOf,
  validate,
  type ModelTerms,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, type Annotations, type OperationClient } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds, startArm } from '@arbiter/platform';
import { Registry } from 'prom-client';
import { validatorArmConfig } from '../src/validator-arm.config.js';
import { bindValidatorPorts, ValidatorArmModule } from '../src/validator-arm.module.js';

export interface StartedValidator {
  readonly client: OperationClient;
  /** Where it answers over HTTP. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly registry: Registry;
  close(): Promise<void>;
}

/** The whole arm with the shipped model, over a bus that carries what NATS carries, and over HTTP. */
export async function startValidator(env: Readonly<Record<string, string>> = {}): Promise<StartedValidator> {
  const cwd = await mkdtemp(join(tmpdir(), 'arbiter-validator-'));
  const { values } = loadConfig(validatorArmConfig, { env, cwd });
  const ports = bindValidatorPorts(values, cwd);
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [] });
  const registry = new Registry();
  const bus = new InProcessBus();
  const arm = await startArm({
    app: 'validator-arm',
    version: '0.0.0',
    module: ValidatorArmModule.register(values, ports, { logger, registry, ids: new RandomIds() }),
    transports: [bus],
    doors: [{ title: 'test', host: '127.0.0.1', port: 0, apiKey: undefined, operations: operationsOf('validator') }],
    checks: [],
    logger,
    registry,
  });
  const client = new InProcessOperationClient(bus);
  return {
    client,
    url: arm.doors[0]?.url ?? '',
    dataDirectory: join(cwd, values.dataDir),
    registry,
    async close() {
      await client.close();
      await arm.close();
      await ports.close();
      await rm(cwd, { recursive: true });
    },
  };
}

/** What validation answers, and whether from its cache. */
export async function validated(
  { client }: StartedValidator,
  request: Pick<ValidateRequest, 'query' | 'answer' | 'sources'> & ModelTerms,
): Promise<{ readonly result: ValidationResult; readonly cache: string | undefined }> {
  let said: Annotations = new Map();
  const result = await client.request(validate, request, { onAnnotations: (given) => (said = given) });
  return { result, cache: said.get('cache') };
}
