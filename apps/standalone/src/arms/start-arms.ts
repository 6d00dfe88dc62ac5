import { resolve } from 'node:path';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { checkLanguageModels, languageModelChecks } from '@arbiter/backends';
import { ArbiterError, ARMS, type Arm, HEALTH_OPERATIONS, LARGE_BODY_LIMIT } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient } from '@arbiter/messaging';
import {
  ARBITER_VERSION,
  createLogger,
  describeStartError,
  diskCheck,
  modelCheck,
  openAuthentication,
  RandomIds,
  secretsOf,
  startArm,
  type ArmOptions,
} from '@arbiter/platform';
import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { domainFolders, INSTALLED_DOMAINS, usualDomains } from '../domain-folders.js';
import type { StandaloneConfig } from '../standalone.config.js';
import type { Standalone, StandaloneOptions } from '../standalone.options.js';
import type { Networks, OpenedArm, OpenedLibrary, SharedSurroundings } from './opened-arm.js';

/** Longest wait for a model to be loaded: seconds on a busy machine. */
const LOADING_MS = 60_000;

@Module({})
class StandaloneModule {}

/** Opens the library and the arms that are wanted. The code of an arm is loaded when it is opened. */
export async function startArms(
  config: StandaloneConfig,
  options: StandaloneOptions,
  networks: Networks,
): Promise<Standalone> {
  const { cwd, http, readOnly = false, arms = ARMS } = options;
  const closers: (() => Promise<void>)[] = [];
  const release = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const logger = createLogger({
      name: 'standalone',
      level: config.orchestrator.values.logLevel,
      secrets: secretsOf(config.orchestrator),
      // Standard output belongs to the command that runs all this.
      destination: process.stderr,
    });
    const authentication = http ? await openAuthentication(config.orchestrator.values, { cwd, logger }) : null;
    closers.push(() => Promise.resolve(authentication?.close()));
    // No broker limits a message here, so that documents may travel inside one.
    const bus = new InProcessBus({ maxPayload: LARGE_BODY_LIMIT });
    const client = new InProcessOperationClient(bus);
    const { registry = new Registry() } = options;
    const shared = { cwd, readOnly, ids: new RandomIds(), logger, registry, client, ...networks };
    const library = await openLibrary(config, options, shared);
    closers.push(() => library.close());
    const opened: OpenedArm[] = [];
    const parts: Required<ArmOptions>['parts'][number][] = [];
    for (const arm of arms) {
      const each = await openArm(arm, config, options, shared, library);
      if (!each) continue;
      opened.push(each);
      if (arm in HEALTH_OPERATIONS) parts.push(healthOf(arm as keyof typeof HEALTH_OPERATIONS, each, shared));
      closers.push(() => each.close());
    }
    if (http) await loadModels(opened, library, shared);
    const concurrency = opened.find((each) => each.concurrency)?.concurrency;
    const atDoor = { authenticate: authentication?.authenticate, cwd, logger };
    const running = await startArm({
      app: 'standalone',
      version: ARBITER_VERSION,
      module: {
        module: StandaloneModule,
        imports: [...opened.map(({ module }) => module), ...(library.ingestion ? [library.ingestion] : [])],
      },
      registry,
      transports: [bus],
      doors: http ? (await import('../doors.js')).doorsOf(config, library.shared, atDoor) : [],
      checks: [
        ...(library.directory ? [diskCheck('library', library.directory)] : []),
        ...opened.flatMap(({ checks }) => checks),
        ...languageModelChecks([library, ...opened].flatMap(({ languageModels }) => languageModels)),
      ],
      parts,
      ...(concurrency && { concurrency }),
      drainMs: config.orchestrator.values.drainSeconds * 1_000,
      logger,
    });
    const [orchestrator = null, retriever = null] = running.doors.map(({ url }) => url);
    if (orchestrator !== null) await library.directory?.setUrl(orchestrator);
    return {
      client,
      urls: { orchestrator, retriever },
      dataDirectory: resolve(cwd, config.ingestion.values.dataDir),
      async close() {
        for (const { finish } of opened) await finish?.();
        await running.close();
        await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw describePortInUse(error, config);
  }
}

/** Its code is loaded here, and only that of the side that is wanted. */
async function openLibrary(
  config: StandaloneConfig,
  options: StandaloneOptions,
  shared: SharedSurroundings,
): Promise<OpenedLibrary> {
  const { readOnly = false, servesOthers = options.http, arms = ARMS } = options;
  if (readOnly) {
    const { openLibraryForReading } = await import('./open-library-for-reading.js');
    return openLibraryForReading(config, { ...shared, tells: arms.includes('ingestion') });
  }
  const { openLibraryForWriting } = await import('./open-library-for-writing.js');
  const packFolders = [...(options.domainsDirectories ?? []), ...domainFolders(options)];
  const reach = servesOthers ? { besides: packFolders } : 'anywhere';
  const packs = { folders: packFolders, shipped: INSTALLED_DOMAINS, allowed: config.orchestrator.values.allowPackCode };
  return openLibraryForWriting(config, { ...shared, reach, packs, willServe: options.http });
}

/** @returns null for the ingestion worker, which is what has opened the library */
async function openArm(
  arm: Arm,
  config: StandaloneConfig,
  options: StandaloneOptions,
  shared: SharedSurroundings,
  library: OpenedLibrary,
): Promise<OpenedArm | null> {
  const { domainsDirectories = [], onAnswerRead, onSentencesJudged } = options;
  switch (arm) {
    case 'orchestrator': {
      const { openOrchestrator } = await import('./open-orchestrator.js');
      const folders = [...domainsDirectories, ...usualDomains(options)];
      return openOrchestrator(config, { folders, shipped: INSTALLED_DOMAINS }, shared);
    }
    case 'planner': {
      const { openPlanner } = await import('./open-planner.js');
      return openPlanner(config, shared);
    }
    case 'retriever': {
      const { openRetriever } = await import('./open-retriever.js');
      return openRetriever(config, library.shared, shared, onSentencesJudged);
    }
    case 'validator': {
      const { openValidator } = await import('./open-validator.js');
      return openValidator(config, shared, onAnswerRead ? { onAnswerRead } : {});
    }
    case 'ingestion':
      return null;
  }
}

/** What an arm would say of itself as a process of its own. The networks that all share are told by the retriever. */
function healthOf(
  arm: keyof typeof HEALTH_OPERATIONS,
  { models, languageModels }: OpenedArm,
  { embedder, reader }: Networks,
): Required<ArmOptions>['parts'][number] {
  const networks: OpenedArm['models'] = arm === 'retriever' ? { embedder, ...(reader && { reader }) } : {};
  return {
    health: HEALTH_OPERATIONS[arm],
    checks: [
      ...languageModelChecks(languageModels),
      ...Object.entries({ ...networks, ...models }).map(([what, model]) =>
        modelCheck(what.replace(/^The /, ''), model),
      ),
    ],
  };
}

/** A model that cannot be loaded is said to who starts the server, not to who happens to ask first. */
async function loadModels(
  arms: readonly OpenedArm[],
  library: OpenedLibrary,
  { reader, logger }: SharedSurroundings,
): Promise<void> {
  const models = Object.entries({ ...(reader && { 'The reader': reader }), ...mergeModels(arms) });
  for (const [what, model] of models) {
    const { signal } = new AbortController();
    await withDeadline(signal, { timeoutMs: LOADING_MS, what }, (bounded) => model.warmUp(bounded));
  }
  await checkLanguageModels(
    [library, ...arms].flatMap(({ languageModels }) => languageModels),
    logger,
  );
}

function mergeModels(arms: readonly OpenedArm[]): OpenedArm['models'] {
  return Object.assign({}, ...arms.map(({ models }) => models)) as OpenedArm['models'];
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
