import { resolve } from 'node:path';
import { search, type SearchRequest, type SearchResponse } from '@arbiter/contracts';
import type { Annotations, CallOptions, OperationClient } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import type { Reader } from '@arbiter/ports';
import { startArmOverBus } from '@arbiter/platform/testing';
import { startHttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { Registry } from 'prom-client';
import { retrieverArmConfig } from '../src/retriever-arm.config.js';
import { RetrieverArmModule } from '../src/retriever-arm.module.js';
import { openRetrieverModels } from '../src/retriever-models.js';
import { COAST, libraryOf } from './coast.library.js';

export interface StartedRetriever {
  readonly client: OperationClient;
  /** What its metrics are in. */
  readonly registry: Registry;
  close(): Promise<void>;
}

/** The whole arm over the coast, its models opened as the environment names them; words choose sentences where no reader is given. */
export async function startRetriever(
  env: Readonly<Record<string, string>>,
  reader?: Reader,
  client: OperationClient | null = null,
): Promise<StartedRetriever> {
  const ids = new RandomIds();
  const { values } = loadConfig(retrieverArmConfig, {
    env: { ENABLE_READER: String(reader !== undefined), ...env },
    cwd: resolve('/'),
  });
  const models = await openRetrieverModels(values, { cwd: resolve('/'), ...(reader && { reader }) });
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [] });
  const registry = new Registry();
  const arm = await startArmOverBus({
    app: 'retriever-arm',
    module: RetrieverArmModule.register(values, await libraryOf({ coast: COAST }), {
      ...{ models, logger, registry, ids, client },
    }),
    logger,
    registry,
  });
  return {
    client: arm.client,
    registry,
    close: async () => {
      await arm.close();
      await models.close();
    },
  };
}

/** The same with a language model that answers every request over HTTP as given. */
export async function startRetrieverWithModel(
  answer: (answer: StandInAnswer) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedRetriever> {
  const server = await startHttpStandIn((_request, reply) => answer(reply));
  const arm = await startRetriever({
    SYNTHESIS_MODEL: 'openai/gpt-test',
    OPENAI_BASE_URL: `${server.url}/v1`,
    RETRIEVER_MIN_RELEVANCE: '0',
    ...env,
  });
  return {
    ...arm,
    close: async () => {
      await arm.close();
      await server.close();
    },
  };
}

/** What a search answers, and what it says beside that: `mode`, `degraded`. */
export async function searched(
  { client }: StartedRetriever,
  request: Pick<SearchRequest, 'query'> & Partial<SearchRequest>,
  options: CallOptions = {},
): Promise<{ readonly output: SearchResponse; readonly mode?: string; readonly degraded?: string }> {
  let said: Annotations = new Map();
  const output = await client.request(search, request, { ...options, onAnnotations: (given) => (said = given) });
  return { ...Object.fromEntries(said), output };
}
