import { resolve } from 'node:path';
import {
  DEFAULT_MODELS_DIRECTORY,
  FolderSource,
  HubSource,
  listModels,
  pullModel,
  resolveModelsDirectory,
  type ListedModel,
  type ModelSource,
  type PulledModel,
} from '@arbiter/standalone/models';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderTable } from '../render/format-text.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { examples, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';

/** Models that do not come with Arbiter. Only `pull` loads anything over the network, in this program and in the arms. */
export const registerModels: Register = (program, execute) => {
  program
    .command('models')
    .description(
      'List the models of the models directory that do not come with Arbiter, such as cross-encoders for reranking: ready, ' +
        'incomplete (pull again), or put there by hand.',
    )
    .option(
      '--pull <name>',
      'fetch a model from a hub, a mirror or a folder, and check it; `owner/name` as the hub has it. What broke off is continued; a model that is there is held against what was recorded at its first pull, and repaired',
    )
    .option('--from <url or folder>', 'a mirror, or a folder with the files (default: HF_ENDPOINT, or the public hub)')
    .option('--to <folder>', 'the models directory (before ARBITER_MODELS_DIR)')
    .option('--revision <revision>', 'a branch, tag or commit (default: the recorded one, or the newest)')
    .option('--network <path>', 'another network of the model, such as onnx/model_quint8_avx2.onnx')
    .addOption(
      new Option('--sha256 <file=hex>', 'what a file must be, whatever the hub says; may be repeated').argParser(
        readChecksum,
      ),
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter models --pull cross-encoder/ms-marco-MiniLM-L-6-v2', 'then set RERANKER_MODEL to that name'],
        ['arbiter models --pull my/reranker --from ~/exported', 'files that are already on this machine'],
        ['arbiter models --json', 'which are there, for a script'],
      ]),
    )
    .action(({ pull, ...options }: PullOptions & { readonly pull?: string }, command: Command) =>
      execute((context) => {
        if (pull !== undefined) return modelsPull(pull, options, context);
        refuseUnfit(command, ['from', 'to', 'revision', 'network', 'sha256'], 'needs --pull');
        return modelsList(context);
      }),
    );
};

interface PullOptions {
  from?: string;
  to?: string;
  revision?: string;
  network?: string;
  sha256?: Readonly<Record<string, string>>;
}

const BYTES_PER_MEGABYTE = 1_000_000;

export async function modelsPull(name: string, options: PullOptions, context: CommandContext): Promise<ExitCode> {
  const { from, to, revision, network, sha256 } = options;
  const modelsDirectory = await findModelsDirectory(context, to ?? null);
  const progress = createProgressDisplay(context.terminal, context.now, 'MB');
  const megabytes = (bytes: number): number => Math.round(bytes / BYTES_PER_MEGABYTE);
  let pulled: PulledModel;
  try {
    pulled = await pullModel({
      name,
      modelsDirectory,
      source: sourceOf(from ?? null, context),
      revision: revision ?? null,
      network: network ?? null,
      ...(sha256 && { sha256 }),
      onProgress: ({ file, bytes, totalBytes }) =>
        progress.show({ label: name, settled: megabytes(bytes), total: megabytes(totalBytes), detail: file }),
      signal: context.interruption.signal,
    });
  } finally {
    progress.end();
  }
  printResult(context, { command: 'models pull', ...pulled }, () => renderPulledModel(pulled));
  return EXIT.ok;
}

function sourceOf(from: string | null, { env, cwd }: CommandContext): ModelSource {
  if (from !== null && !/^https?:\/\//.test(from)) return new FolderSource(resolve(cwd, from));
  const url = from ?? env.HF_ENDPOINT ?? '';
  return new HubSource(url === '' ? {} : { url });
}

export async function modelsList(context: CommandContext): Promise<ExitCode> {
  const directory = await findModelsDirectory(context);
  const models = await listModels(directory);
  printResult(context, { command: 'models list', directory, models }, () => renderModels(directory, models));
  return EXIT.ok;
}

const VARIABLE = 'ARBITER_MODELS_DIR';

/**
 * Finds the folder where this folder's arms look for models, so that they find pulled models.
 *
 * @param to the folder that the command line names instead; null if it names none
 * @returns absolute path
 */
export async function findModelsDirectory(
  { env, cwd, loadStandalone }: CommandContext,
  to: string | null = null,
): Promise<string> {
  if (to !== null) return resolve(cwd, to);
  const { effectiveConfiguration } = await loadStandalone();
  const configured = effectiveConfiguration({ env, cwd }).variables.find(({ name }) => name === VARIABLE)?.value;
  return resolveModelsDirectory(configured ?? DEFAULT_MODELS_DIRECTORY, cwd);
}

/** Of SHA-256 in hexadecimal, after the name of a file in a model folder. */
const CHECKSUM = /^(model\.onnx|tokenizer\.json|config\.json)=([0-9a-f]{64})$/i;

/** One more `FILE=HEX` of the command line, as commander collects them. */
export function readChecksum(
  given: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, file, sha256] = CHECKSUM.exec(given) ?? [];
  if (file === undefined || sha256 === undefined) {
    throw new InvalidArgumentError('It is like model.onnx=… with 64 hexadecimal digits.');
  }
  return { ...before, [file]: sha256.toLowerCase() };
}

export function renderPulledModel({ name, directory, revision, loadedBytes }: PulledModel): string {
  const done = loadedBytes === 0 ? 'is there, as recorded' : `${megabytes(loadedBytes)} loaded and checked`;
  return `${name}${revision === null ? '' : ` at ${revision}`}: ${done}\n${directory}\n`;
}

export function renderModels(directory: string, models: readonly ListedModel[]): string {
  if (models.length === 0) return `No models in ${directory}\n`;
  const rows = models.map(({ name, state, bytes, revision }) => [name, state, megabytes(bytes), revision ?? '-']);
  return [directory, ...renderTable(rows), ''].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
