import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { withDeadline } from '@arbiter/adapter-kit';
import { checkLanguageModels, openEntailmentModel, openReader } from '@arbiter/backends';
import { ArbiterError, GATEWAY_OPERATIONS, operationsOf } from '@arbiter/contracts';
import { IngestionReaderModule, IngestionWorkerModule } from '@arbiter/ingestion-worker';
import { InProcessBus, InProcessOperationClient, type OperationClient } from '@arbiter/messaging';
import {
  bindOrchestratorPorts,
  bindRedaction,
  limitQuestions,
  mountMcp,
  OrchestratorModule,
  type OrchestratorPorts,
} from '@arbiter/orchestrator';
import {
  closePlannerModels,
  openPlannerModels,
  plannerModelsOnDuty,
  PlannerArmModule,
  type PlannerModels,
} from '@arbiter/planner-arm';
import {
  ARBITER_VERSION,
  bodyLimitOf,
  createLogger,
  describeStartError,
  diskCheck,
  doorLimits,
  keepFilesPrivate,
  RandomIds,
  secretsOf,
  startArm,
  SUBMISSION_LIMIT_BYTES,
  TrustedFolders,
  type ArmDoor,
} from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import {
  openRetrieverModels,
  publishedHealth,
  RetrieverArmModule,
  type OnSentencesJudged,
  type RetrieverSurroundings,
  synthesisModelsOnDuty,
} from '@arbiter/retriever-arm';
import {
  openCalibrations,
  openDecisionLog,
  openValidationModel,
  ValidatorArmModule,
  type OnAnswerRead,
  type ValidatorArmPorts,
  type ValidatorSurroundings,
  validationModelsOnDuty,
} from '@arbiter/validator-arm';
import { loadStandaloneConfig, type StandaloneConfig } from './standalone.config.js';
import { openStores, type StandaloneStores } from './standalone.stores.js';

export interface StandaloneOptions {
  /** All configuration comes from here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start. */
  readonly cwd: string;
  /** Serve the orchestrator and the retriever over HTTP, or answer in process only. */
  readonly http: boolean;
  /** Further folders that hold domain packs. */
  readonly domainsDirectories?: readonly string[];
  /** Jobs may name paths below INGESTION_ROOTS only, also where nothing is served over HTTP: somebody else asks for them. */
  readonly servesOthers?: boolean;
  /** Open the library without the writer's lock: questions and searches only. */
  readonly readOnly?: boolean;
  /** Features that do not count towards support, as the validator arm names them; for evaluations only. */
  readonly ignoredFeatures?: readonly string[];
  /** Told what each answer is judged by, which the tool that fits its confidence learns from. */
  readonly onAnswerRead?: OnAnswerRead;
  /** Told what the sentences of each question are judged by, likewise. */
  readonly onSentencesJudged?: OnSentencesJudged;
}

export interface Standalone {
  readonly client: OperationClient;
  readonly urls: { readonly orchestrator: string | null; readonly retriever: string | null };
  /** Absolute. */
  readonly dataDirectory: string;
  close(): Promise<void>;
}

/** Longest wait for a model to be loaded: seconds on a busy machine. */
const LOADING_MS = 60_000;

/** The packs that come with the software stand beside the apps. */
const INSTALLED_DOMAINS = resolve(fileURLToPath(new URL('../../../domains', import.meta.url)));

/** Folders in which domain packs are looked for, the first before the others; each holds packs, or is one. */
export function domainFolders({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  const { domainsDirs } = loadStandaloneConfig(env, cwd).orchestrator.values;
  return [...new Set([...domainsDirs.map((folder) => resolve(cwd, folder)), ...usualDomains({ env, cwd })])];
}

/** A folder `domains` where one works, if it is trusted, and the packs that come with the software. */
function usualDomains({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  const here = new TrustedFolders(env).has(cwd) ? [resolve(cwd, 'domains')] : [];
  return [...new Set([...here, INSTALLED_DOMAINS])];
}

@Module({})
class StandaloneModule {}

/**
 * Starts all arms in this process, over the in-process transport.
 *
 * @throws ArbiterError INVALID_REQUEST for a bad configuration, CONFLICT when another process writes to the data
 *   directory, FORBIDDEN or UNAVAILABLE when it cannot be used, UNAVAILABLE when a port is in use, or when a model of a
 *   server cannot be loaded
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const {
    env,
    cwd,
    http,
    domainsDirectories = [],
    readOnly = false,
    servesOthers = http,
    ignoredFeatures = [],
    onAnswerRead,
    onSentencesJudged,
  } = options;
  const config = loadStandaloneConfig(env, cwd);
  keepFilesPrivate();
  const ids = new RandomIds();
  const logger = createLogger({
    name: 'standalone',
    level: config.orchestrator.values.logLevel,
    secrets: secretsOf(config.orchestrator),
    // Standard output belongs to the command that runs all this.
    destination: process.stderr,
  });
  const languageModel = openValidationModel(config.validator.values);
  const planner = openPlannerModels(config.planner.values);
  const [validatorReads, retrieverReads] = [config.validator.values.reader, config.retriever.values.synthesisReader];
  const reader = openReader({ reader: validatorReads || retrieverReads });
  const entailment = openEntailmentModel(config.validator.values, cwd);
  const models = openRetrieverModels(config.retriever.values, { cwd, ids, reader });
  const packFolders = [...domainsDirectories, ...domainFolders({ env, cwd })];
  const reach = servesOthers ? { besides: packFolders } : 'anywhere';
  const stores = await openStores(config, { cwd, readOnly, ids, reach });
  const orchestrated = await bindOrchestratorPorts(
    config.orchestrator.values,
    cwd,
    { folders: [...domainsDirectories, ...usualDomains({ env, cwd })], shipped: INSTALLED_DOMAINS },
    readOnly ? 'read' : 'write',
  ).catch(async (error: unknown) => {
    await stores.close();
    throw error;
  });
  // A reader of the library leaves nothing behind in it.
  const decisionLog = readOnly ? null : openDecisionLog(config.validator.values, cwd);
  const release = async (): Promise<void> => {
    await decisionLog?.flush();
    await orchestrated.close();
    await models.close();
    await languageModel?.close();
    await closePlannerModels(planner);
    await entailment?.model.close();
    await reader?.close();
    await stores.close();
  };
  try {
    // A model that cannot be loaded is said to who starts the server, not to who happens to ask first.
    if (http) {
      await load('The reranker', models);
      if (reader) await load('The reader', reader);
      if (entailment) await load('The entailment model', entailment.model);
      const onDuty = [
        ...plannerModelsOnDuty(planner),
        ...synthesisModelsOnDuty(models),
        ...validationModelsOnDuty({ languageModel }),
      ];
      await checkLanguageModels(onDuty, logger);
    }
    // No broker limits a message here, so that documents may travel inside one.
    const bus = new InProcessBus({ maxPayload: SUBMISSION_LIMIT_BYTES });
    const client = new InProcessOperationClient(bus);
    const registry = new Registry();
    const redaction = bindRedaction(orchestrated, client);
    const arm = await startArm({
      app: 'standalone',
      version: ARBITER_VERSION,
      module: allArms(
        config,
        stores,
        { ...orchestrated, redaction, client, clock: SYSTEM_CLOCK, ids },
        {
          embedder: stores.shared.embedder,
          languageModel,
          entailment,
          reader: validatorReads ? reader : null,
          decisionLog,
          calibrations: openCalibrations(config.validator.values, cwd, !readOnly),
        },
        planner,
        { models, ids, logger, registry, ...(onSentencesJudged && { onSentencesJudged }) },
        { ignoredFeatures: new Set(ignoredFeatures), ...(onAnswerRead && { onAnswerRead }) },
      ),
      registry,
      transports: [bus],
      doors: http ? doorsOf(config, stores) : [],
      checks: stores.directory
        ? [diskCheck('library', stores.directory), diskCheck('records', orchestrated.directory)]
        : [],
      concurrency: limitQuestions(config.orchestrator.values.maxQuestions),
      logger,
    });
    const [orchestrator = null, retriever = null] = arm.doors.map(({ url }) => url);
    if (orchestrator !== null) await stores.directory?.setUrl(orchestrator);
    return {
      client,
      urls: { orchestrator, retriever },
      dataDirectory: resolve(cwd, config.ingestion.values.dataDir),
      async close() {
        // A command that has deleted something ends before the next look. What fails here is found by the next process.
        await redaction?.catchUp().catch(() => undefined);
        await arm.close();
        await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw describePortInUse(error, config);
  }
}

/** A port that cannot be had, as a sentence that names the variable to change; anything else as it is. */
function describePortInUse(error: unknown, { orchestrator, retriever }: StandaloneConfig): unknown {
  const { syscall, port } = error as Partial<NodeJS.ErrnoException & { port: number }>;
  if (syscall !== 'listen') return error;
  const holder = port === retriever.values.port ? retriever : orchestrator;
  return new ArbiterError('UNAVAILABLE', describeStartError(error, holder), {
    details: { port },
    cause: error,
  });
}

function allArms(
  config: StandaloneConfig,
  { shared, ingestion, reading }: StandaloneStores,
  orchestrator: OrchestratorPorts,
  validator: ValidatorArmPorts,
  planner: PlannerModels,
  retriever: RetrieverSurroundings,
  evaluation: Pick<ValidatorSurroundings, 'ignoredFeatures' | 'onAnswerRead'>,
): DynamicModule {
  const { logger, registry, ids } = retriever;
  return {
    module: StandaloneModule,
    imports: [
      OrchestratorModule.register(config.orchestrator.values, orchestrator, { registry, logger }),
      PlannerArmModule.register(config.planner.values, planner, { logger, registry, ids }),
      RetrieverArmModule.register(config.retriever.values, shared, retriever),
      ValidatorArmModule.register(config.validator.values, validator, { logger, registry, ids, ...evaluation }),
      ingestion
        ? IngestionWorkerModule.register(config.ingestion.values, ingestion, logger)
        : IngestionReaderModule.register(reading),
    ],
  };
}

function doorsOf({ orchestrator, retriever }: StandaloneConfig, { shared }: StandaloneStores): ArmDoor[] {
  const { host, apiKey } = orchestrator.values;
  const limits = doorLimits(orchestrator.values);
  return [
    {
      title: 'Arbiter',
      host,
      port: orchestrator.values.port,
      apiKey,
      limits,
      operations: [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS],
      bodyLimitBytes: bodyLimitOf,
      guardedRoutes: mountMcp(orchestrator.values.toolsMayIngest),
    },
    {
      title: 'Arbiter retriever arm',
      host,
      port: retriever.values.port,
      apiKey,
      limits,
      operations: operationsOf('retriever'),
      openRoutes: (router) => router.get('/health', publishedHealth(shared.vectorIndex, shared.keywordIndex)),
    },
  ];
}

async function load(what: string, model: { readonly warmUp: (signal: AbortSignal) => Promise<void> }): Promise<void> {
  const { signal } = new AbortController();
  await withDeadline(signal, { timeoutMs: LOADING_MS, what }, (bounded) => model.warmUp(bounded));
}
