import { resolve } from 'node:path';
import { Logger as NestLogger } from '@nestjs/common';
import {
  type DataDirectory,
  filesystemAnswerStores,
  FilesystemDomainCatalog,
  openDataDirectory,
} from '@arbiter/adapters-filesystem';
import { jetStreamAnswerStores, settleStreamFormat } from '@arbiter/adapters-nats-jetstream';
import { loadPackTools, openShippedCode } from '@arbiter/adapters-pack-code';
import { BraveSearch, GuardedWebClient, SearxngSearch } from '@arbiter/adapters-web';
import { ArbiterError, type Experiment, type PriceTable } from '@arbiter/contracts';
import { connectNats, type OperationClient, type TracedStores, traceStores } from '@arbiter/messaging';
import { readPriceTable } from '@arbiter/platform';
import {
  SYSTEM_CLOCK,
  type AnswerStores,
  type Clock,
  type DeletionCursor,
  type DomainCatalog,
  type DomainPack,
  type IdGenerator,
  type WebClient,
  type WebSearch,
} from '@arbiter/ports';
import type { OrchestratorConfig } from './orchestrator.config.js';
import { DocumentRedaction } from './forgetting/document-redaction.js';
import { Retention } from './forgetting/retention.js';
import { readExperiment } from './experiments/read-experiment.js';
import { ReportFolder } from './quality/report-folder.js';
import { openPackTools, type PackTools } from './tools/pack-tools.js';

/** Answers, their costs and events are null where they are not kept. */
type KeptAnswers = Pick<AnswerStores, 'sessions' | 'insights' | 'feedback'> & {
  readonly [K in 'answers' | 'costs' | 'events']: AnswerStores[K] | null;
};

/** Everything outside of this arm that it needs. */
export interface OrchestratorPorts extends KeptAnswers {
  /** Reaches the other arms. */
  readonly client: OperationClient;
  readonly domains: DomainCatalog;
  /** Tools that the installed packs name. */
  readonly packTools: PackTools;
  /** Null where none is configured. */
  readonly experiment: Experiment | null;
  /** False for a process that only reads what others have kept. */
  readonly recordsAnswers: boolean;
  /** Null where none is configured. */
  readonly prices: PriceTable | null;
  /** Reports of evaluations that the operator keeps. */
  readonly reports: ReportFolder;
  /** Null for a process that changes nothing of what is kept. */
  readonly redaction: Pick<DocumentRedaction, 'start' | 'stop'> | null;
  /** Null where no search engine is set. */
  readonly webSearch: WebSearch | null;
  readonly web: WebClient;
  /** ARBITER_KEYS_FILE as an absolute path; null where there is none. */
  readonly keysFile: string | null;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

type OwnPorts = Omit<OrchestratorPorts, 'client' | 'clock' | 'ids' | 'redaction'> & {
  /** Null for a process that changes nothing of what is kept. */
  readonly deletionCursor: DeletionCursor | null;
};
type OwnConfig = Pick<
  OrchestratorConfig,
  | 'allowPackCode'
  | 'dataDir'
  | 'keysFile'
  | 'domainsDirs'
  | 'answerRecords'
  | 'modelPrices'
  | 'abExperiment'
  | 'reportsDir'
  | 'sessionStore'
  | 'sessionRetentionDays'
  | 'answerRetentionDays'
  | 'natsUrl'
>;
type WebSearchConfig = Pick<OrchestratorConfig, 'searxngUrl' | 'braveApiKey'>;
type WebConfig = WebSearchConfig & Pick<OrchestratorConfig, 'httpRequestAllowedHosts'>;

/** One request of the tool http-request with its redirects: a third of the deadline of an agent's step, in milliseconds. */
const WEB_TIMEOUT_MS = 10_000;
/** A page of text that a model can read at once, in bytes. */
const MAX_PAGE_BYTES = 256 * 1_024;

/** Where packs are, besides the folders of the configuration. */
export interface PackFolders {
  /** The first before the others; each holds packs, or is one. */
  readonly folders: readonly string[];
  /** Of the packs that come with the software: their code runs if it is unchanged. */
  readonly shipped: string;
}

/**
 * Opens the orchestrator's own folder in the data directory. Only the orchestrator uses the sessions; other processes
 * may write the library. Old sessions and answers are deleted from then on, until the folder is closed.
 *
 * @param mode `read` for a process that keeps no session, so that any number of them can run side by side
 * @throws ArbiterError INVALID_REQUEST for SESSION_STORE=nats without NATS_URL or a search engine without its variable;
 *   UNAVAILABLE when no broker is there; those of openDataDirectory
 */
export async function bindOrchestratorPorts(
  config: OwnConfig & WebConfig,
  cwd: string,
  { folders, shipped }: PackFolders,
  mode: 'read' | 'write' = 'write',
): Promise<OwnPorts & { readonly directory: DataDirectory; close(): Promise<void> }> {
  const { dataDir, keysFile, domainsDirs, answerRecords, modelPrices, abExperiment } = config;
  const prices = await readPriceTable(modelPrices, cwd);
  const experiment = await readExperiment(abExperiment, cwd);
  const webSearch = openWebSearch(config);
  const directory = await openDataDirectory({ path: resolve(cwd, dataDir, 'orchestrator'), mode, clock: SYSTEM_CLOCK });
  const opened = await openAnswerStores(config, directory).catch(async (error: unknown) => {
    await directory.close();
    throw error;
  });
  const stores = { ...opened.stores, ...(answerRecords === 0 && { answers: null, costs: null, events: null }) };
  const retention = mode === 'write' ? openRetention(config, stores) : null;
  retention?.start();
  const web = new GuardedWebClient({
    allowedHosts: config.httpRequestAllowedHosts,
    timeoutMs: WEB_TIMEOUT_MS,
    maxBytes: MAX_PAGE_BYTES,
  });
  const domains = new FilesystemDomainCatalog([...domainsDirs.map((folder) => resolve(cwd, folder)), ...folders]);
  // Code is not read anew while a process runs, as the documents of a pack are.
  const packs = await domains.list(new AbortController().signal).catch((): DomainPack[] => []);
  const packTools = await openPackTools(packs, {
    allowed: config.allowPackCode,
    shipped: await openShippedCode(shipped),
    load: loadPackTools,
  });
  return {
    ...stores,
    directory,
    keysFile: keysFile === undefined ? null : resolve(cwd, keysFile),
    experiment,
    recordsAnswers: answerRecords > 0 && mode === 'write',
    prices,
    reports: new ReportFolder(config.reportsDir === undefined ? null : resolve(cwd, config.reportsDir)),
    deletionCursor: mode === 'write' ? stores.deletionCursor : null,
    domains,
    packTools,
    webSearch,
    web,
    async close() {
      await retention?.stop();
      await packTools.close();
      await web.close();
      await opened.close();
      await directory.close();
    },
  };
}

function openRetention(
  { sessionRetentionDays, answerRetentionDays, answerRecords }: OwnConfig,
  { sessions, answers, events }: Pick<OrchestratorPorts, 'sessions' | 'answers' | 'events'>,
): Retention {
  return new Retention(
    { sessions, answers, events, clock: SYSTEM_CLOCK },
    {
      sessionDays: sessionRetentionDays,
      answerDays: answerRetentionDays,
      answers: answerRecords,
      onFailure: (error) => new NestLogger('Retention').warn(ArbiterError.from(error).message),
    },
  );
}

/**
 * Opens the redaction of deleted documents in sessions and answers kept here.
 *
 * @param client reaches the ingestion worker
 * @returns null for a process that changes none of them
 */
export function bindRedaction(
  { deletionCursor: cursor, ...stores }: OwnPorts,
  client: OperationClient,
): DocumentRedaction | null {
  if (!cursor) return null;
  const onFailure = (error: unknown): void =>
    new NestLogger('DocumentRedaction').warn(`Deletions cannot be followed: ${ArbiterError.from(error).message}`);
  return new DocumentRedaction({ ...stores, cursor, client, clock: SYSTEM_CLOCK }, { onFailure });
}

/** Sessions, answers and all that comes of them, where SESSION_STORE says. */
async function openAnswerStores(
  { sessionStore, natsUrl }: OwnConfig,
  directory: DataDirectory,
): Promise<{ readonly stores: AnswerStores; close(): Promise<void> }> {
  if (sessionStore === 'filesystem')
    return {
      stores: traceStores(filesystemAnswerStores(directory), TRACED, 'filesystem'),
      close: () => Promise.resolve(),
    };
  if (natsUrl === undefined)
    throw new ArbiterError('INVALID_REQUEST', 'SESSION_STORE=nats needs a broker with JetStream: set NATS_URL.');
  const link = await connectNats({ url: natsUrl, name: 'arbiter-sessions' });
  try {
    await settleStreamFormat(link.connection, new AbortController().signal);
  } catch (error) {
    await link.close();
    throw error;
  }
  return { stores: traceStores(jetStreamAnswerStores(link.connection), TRACED, 'nats'), close: () => link.close() };
}

/** Calls that a question waits for. */
const TRACED: TracedStores<AnswerStores> = {
  sessions: ['sessions', 'append', 'recent'],
  insights: ['insights', 'save', 'ofDomain', 'ofSession'],
  answers: ['answers', 'save', 'get', 'list'],
};

/** @throws ArbiterError INVALID_REQUEST where two search engines are named */
export function openWebSearch({ searxngUrl, braveApiKey }: WebSearchConfig): WebSearch | null {
  if (searxngUrl !== undefined && braveApiKey !== undefined)
    throw new ArbiterError('INVALID_REQUEST', 'SEARXNG_URL and BRAVE_API_KEY name two search engines: leave one out.');
  if (searxngUrl !== undefined) return new SearxngSearch(searxngUrl);
  return braveApiKey === undefined ? null : new BraveSearch(braveApiKey);
}
