import { resolve } from 'node:path';
import { FolderSource, HubSource, pullModel, type ModelSource, type PulledModel } from '@arbiter/standalone/models';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { findModelsDirectory } from '../models/find-models-directory.js';
import { readChecksum } from '../models/read-checksums.js';
import { renderPulledModel } from '../render/render-models.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { examples, type Register } from './register.js';

interface PullOptions {
  from?: string;
  to?: string;
  revision?: string;
  network?: string;
  sha256?: Readonly<Record<string, string>>;
}

const BYTES_PER_MEGABYTE = 1_000_000;

export const registerModelsPull: Register = (models, execute) => {
  models
    .command('pull')
    .summary('fetch a model, or prove that it is there')
    .description(
      'Fetch a model from a hub, a mirror or a folder, and check it. What broke off is continued; a model that is there is held against what was recorded at its first pull, and repaired.',
    )
    .argument('<name>', 'as the hub has it: owner/name')
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
        ['arbiter models pull cross-encoder/ms-marco-MiniLM-L-6-v2', 'from the public hub'],
        ['arbiter models pull my/reranker --from ~/exported', 'files that are already on this machine'],
      ]),
    )
    .action((name: string, options: PullOptions) => execute((context) => modelsPull(name, options, context)));
};

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
