import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { openDataDirectory, readLockOwner, type DataDirectory } from '@arbiter/adapters-filesystem';
import {
  openEmbedder,
  openIndexes,
  openJudge,
  openLibraryStores,
  openReader,
  openRecogniser,
  SHIPPED_EMBEDDING_MODEL,
  type EmbeddingSettings,
  type LibrarySettings,
  type StoreSettings,
} from '@arbiter/backends';
import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { openExtractionModel, type IngestionWorkerConfig } from '@arbiter/ingestion-worker';
import { connectNats } from '@arbiter/messaging';
import { describePlanner, openPlannerModel, type PlannerModelSettings } from '@arbiter/planner-arm';
import { readPriceTable } from '@arbiter/platform';
import { assertSameStores, type Reader, SYSTEM_CLOCK } from '@arbiter/ports';
import { openRetrieverModels, type RetrieverArmConfig } from '@arbiter/retriever-arm';
import { openValidationModel, type ValidatorArmConfig } from '@arbiter/validator-arm';
import { examineAuthentication } from './examine-authentication.js';
import { examineLanguageModel } from './examine-language-model.js';
import { examineStores, type DoctorFinding } from './examine-stores.js';
import { loadStandaloneConfig, unreadHere, type StandaloneConfig } from './standalone.config.js';
import type { StandaloneOptions } from './standalone.options.js';

type Surroundings = Pick<StandaloneOptions, 'env' | 'cwd'>;

/** Longest wait for anything that is examined, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Looks at everything Arbiter runs on; never throws for what it finds. */
export async function examine(options: Surroundings): Promise<DoctorFinding[]> {
  let config: StandaloneConfig;
  try {
    config = loadStandaloneConfig(options.env, options.cwd);
  } catch (error) {
    return [{ name: 'configuration', status: 'error', detail: ArbiterError.from(error).message }];
  }
  const path = resolve(options.cwd, config.ingestion.values.dataDir);
  // Ingestion and retrieval read the same variables for what they share.
  const shared = config.ingestion.values;
  const findings = await Promise.all([
    finding('embedding model', () => examineModel(shared)),
    finding('reranker', () => examineReranker(config.retriever.values, options.cwd)),
    ...Object.entries({ 'language model': 'synthesise', 'vision model': 'see' } as const).map(([name, role]) =>
      finding(name, async () => {
        const prices = await readPriceTable(config.orchestrator.values.modelPrices, options.cwd);
        return examineLanguageModel(config.retriever.values, prices, role);
      }),
    ),
    finding('validator', () => examineValidator(config.validator.values)),
    finding('planner', () => examinePlanner(config.planner.values)),
    finding('graph extraction', () => examineExtraction(shared)),
    finding('reader', () => examineReader(config.validator.values)),
    finding('judge', () => examineJudge(config.validator.values)),
    finding('data directory', () => examineDirectory(path)),
    examineStores(shared, { directory: path, patienceMs: PATIENCE_MS }),
    finding('library', () => examineLibrary(path, shared)),
    finding('scanned pages', () => examineRecogniser(shared, PATIENCE_MS)),
    finding('broker', () => examineBroker(config.orchestrator.values.natsUrl)),
    finding('keys', () => examineAuthentication(config.orchestrator.values, options.cwd)),
  ]);
  const { file } = config.orchestrator;
  return [
    { name: 'node', status: 'ok', detail: process.version },
    {
      name: 'configuration',
      status: 'ok',
      detail: file === null ? 'environment and defaults' : `${file}, environment and defaults`,
    },
    ...unreadHere(options).map((detail) => ({ name: 'variables', status: 'error' as const, detail })),
    ...findings.flat(),
  ];
}

type Examination = Omit<DoctorFinding, 'name'>;

async function finding(name: string, look: () => Promise<Examination>): Promise<DoctorFinding> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    return { name, status: 'error', detail: ArbiterError.from(error).message };
  }
}

async function examineModel(settings: EmbeddingSettings): Promise<Examination> {
  const embedder = openEmbedder(settings);
  try {
    const options = { timeoutMs: PATIENCE_MS, what: 'The embedding model' };
    await withDeadline(new AbortController().signal, options, (signal) => embedder.warmUp(signal));
    const shipped = settings.embeddingModel === SHIPPED_EMBEDDING_MODEL;
    const detail = `${embedder.model}, ${embedder.dimensions} dimensions, loaded and checked`;
    return { status: 'ok', detail: shipped ? detail : `${detail}, by Ollama` };
  } catch (thrown) {
    const { message } = ArbiterError.from(thrown);
    return { status: 'error', detail: /EMBEDDING_|OLLAMA_/.test(message) ? message : `EMBEDDING_MODEL: ${message}` };
  } finally {
    await embedder.close();
  }
}

async function examineReranker(settings: RetrieverArmConfig, cwd: string): Promise<Examination> {
  const models = await openRetrieverModels(settings, { cwd });
  try {
    const options = { timeoutMs: PATIENCE_MS, what: 'The reranker' };
    await withDeadline(new AbortController().signal, options, (signal) => models.warmUp(signal));
    return { status: 'ok', detail: models.reranker?.name ?? 'none: passages keep the order of both indexes' };
  } finally {
    await models.close();
  }
}

/** Whether the one that checks answers could be asked: its server, which may charge for it, is not. */
async function examineValidator(settings: ValidatorArmConfig): Promise<Examination> {
  const model = await openValidationModel(settings);
  if (!model)
    return {
      status: 'missing',
      detail: `VALIDATION_LLM is ${settings.validationLlm}${settings.validationLlm === 'writer' ? ', and no model writes' : ''}: features check answers, no language model`,
      adds: 'a second opinion on claims of which the features are not sure',
    };
  await model.close();
  const when =
    settings.validationLlm === 'writer'
      ? 'asked once it has judged known claims rightly'
      : 'first asked by a validation';
  return { status: 'ok', detail: `features and ${model.name}, ${when}` };
}

/** The same for the one that plans and decides; its vendor is asked whether it has it. */
async function examinePlanner(settings: PlannerModelSettings): Promise<Examination> {
  const model = await openPlannerModel(settings);
  if (!model)
    return {
      status: 'missing',
      detail: 'PLANNER_MODEL is not set: questions are planned by rules',
      adds: 'plans and decisions that read a question, and not its words alone',
    };
  try {
    const limits = { timeoutMs: PATIENCE_MS, what: 'The language model of PLANNER_MODEL' };
    await withDeadline(new AbortController().signal, limits, (signal) => model.health(signal));
    return { status: 'ok', detail: `${describePlanner(model)}, with the rules behind it` };
  } finally {
    await model.close();
  }
}

/** The same for the one that reads documents into knowledge graphs. */
async function examineExtraction(settings: IngestionWorkerConfig): Promise<Examination> {
  const model = await openExtractionModel(settings);
  if (!model)
    return {
      status: 'missing',
      detail: 'GRAPH_EXTRACTION_MODEL is not set: the knowledge graph is read by rules',
      adds: 'entities and relations that no rule finds, each with a quote of its document',
    };
  await model.close();
  return { status: 'ok', detail: `rules and ${model.name}, first asked by the next build of a graph` };
}

function examineReader(settings: ValidatorArmConfig): Promise<Examination> {
  return examineNetwork('The reader', openReader(settings), {
    detail: 'ENABLE_READER is false: words alone say whether an answer answers its question',
    adds: 'a network that reads each answer and its sources together with the question',
  });
}

function examineJudge(settings: ValidatorArmConfig): Promise<Examination> {
  return examineNetwork('The judge', openJudge(settings), {
    detail: 'ENABLE_READER is false: features alone judge what language models and people write',
    adds: 'a network that reads each claim together with the question and its evidence',
  });
}

/** Loads a packaged network, and closes it. */
async function examineNetwork(
  what: string,
  network: Pick<Reader, 'model' | 'warmUp' | 'close'> | null,
  missing: { readonly detail: string; readonly adds: string },
): Promise<Examination> {
  if (!network) return { status: 'missing', ...missing };
  try {
    const options = { timeoutMs: PATIENCE_MS, what };
    await withDeadline(new AbortController().signal, options, (signal) => network.warmUp(signal));
    return { status: 'ok', detail: `${network.model}, loaded` };
  } finally {
    await network.close();
  }
}

async function examineDirectory(path: string): Promise<Examination> {
  const owner = await readLockOwner(path);
  if (owner)
    return { status: 'ok', detail: `${path}, in use by process ${owner.pid}${owner.url ? ` at ${owner.url}` : ''}` };
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  const writable = await access(exists ? path : nearestFolder(path), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return { status: 'error', detail: `${path} cannot be written: choose another with ARBITER_DATA_DIR` };
  return { status: 'ok', detail: exists ? path : `${path}, made when something is ingested` };
}

function nearestFolder(path: string): string {
  return dirname(path);
}

async function examineLibrary(
  path: string,
  settings: StoreSettings & LibrarySettings & { readonly natsUrl: string | undefined },
): Promise<Examination> {
  const directory = await openDataDirectory({ path, mode: 'read', clock: SYSTEM_CLOCK });
  try {
    const collections = await collectionsOf(settings, directory);
    const indexes = await openIndexes(settings, { directory: directory.resolve('indexes'), mode: 'read-only' });
    try {
      for (const manifest of collections) assertSameStores(manifest, indexes);
    } finally {
      await indexes.close();
    }
    if (collections.length > 0) return { status: 'ok', detail: collections.map(({ name }) => name).join(', ') };
    return {
      status: 'missing',
      detail: 'empty',
      adds: 'answers: arbiter ingest PATH, or arbiter ingest --domain lantern-coast',
    };
  } finally {
    await directory.close();
  }
}

/** Where DOCUMENT_STORE says: on the disk, or on the broker. */
async function collectionsOf(
  settings: Parameters<typeof openLibraryStores>[0],
  directory: DataDirectory,
): Promise<readonly CollectionManifest[]> {
  const library = await openLibraryStores(settings, directory);
  try {
    return await library.catalog.list(AbortSignal.timeout(PATIENCE_MS));
  } finally {
    await library.close();
  }
}

async function examineBroker(url: string | undefined): Promise<Examination> {
  if (url === undefined) {
    return {
      status: 'missing',
      detail: 'NATS_URL is not set',
      adds: 'arms as separate processes, as many of each as you need',
    };
  }
  const link = await connectNats({ url, name: 'arbiter-doctor' });
  try {
    return { status: 'ok', detail: link.url };
  } finally {
    await link.close();
  }
}

/** What reads scanned pages: a program that people install themselves, or the packaged networks. */
async function examineRecogniser(
  { searchPath, ocrLanguages }: Pick<IngestionWorkerConfig, 'searchPath' | 'ocrLanguages'>,
  timeoutMs: number,
): Promise<Omit<DoctorFinding, 'name'>> {
  const recogniser = openRecogniser({ searchPath, ocrLanguages, timeoutMs });
  try {
    const { ok, detail } = await recogniser.health(AbortSignal.timeout(timeoutMs));
    return { status: ok ? 'ok' : 'error', detail };
  } finally {
    await recogniser.close();
  }
}
