import { join } from 'node:path';
import { listCollections, query, type CollectionManifest } from '@arbiter/contracts';
import type { Question } from '@arbiter/evaluation';
import { remark, type CommandContext } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { askQuestions, type AskedQuestion } from './evaluate-answers.js';
import { fillFromPack } from './fill-from-pack.js';
import { packStoreName } from './store-name.js';

/** A pack with the questions that are asked of it. */
export interface QuestionedPack {
  /** As it was named on the command line. */
  readonly dataset: string;
  readonly pack: Pack;
  readonly questions: readonly [Question, ...Question[]];
}

export interface PackAnswers {
  readonly dataset: string;
  readonly domain: string;
  readonly asked: readonly AskedQuestion[];
  readonly collections: readonly CollectionManifest[];
}

/**
 * Reads a pack into a store of its own, which is kept for the next time, and asks it its questions.
 *
 * @returns the exit code of the ingestion where that failed
 */
export async function measureAnswers(
  { dataset, pack, questions }: QuestionedPack,
  context: CommandContext,
): Promise<PackAnswers | { readonly exitCode: ExitCode }> {
  const { env } = context;
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', await packStoreName(pack));
  const own = { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
  return withLibrary(own, { writes: true, domainsDirectories: [pack.folder] }, async (library) => {
    remark(context, `Reading ${pack.folder} into ${library.place}`);
    const { exitCode } = await fillFromPack(library, pack.domain, context);
    if (exitCode !== EXIT.ok) return { exitCode };
    const asked = await askAll(library, pack.domain, questions, context);
    const { collections } = await library.request(listCollections, {});
    return { dataset, domain: pack.domain, asked, collections: collections.map(({ manifest }) => manifest) };
  });
}

async function askAll(
  library: Library,
  domain: string,
  questions: readonly Question[],
  context: CommandContext,
): Promise<AskedQuestion[]> {
  const display = createProgressDisplay(context.terminal, context.now, 'questions');
  const { signal } = context.interruption;
  try {
    return await askQuestions(
      domain,
      questions,
      (question) => library.request(query, { query: question, domain }, { signal }),
      (answered) => display.show({ label: 'asking', settled: answered, total: questions.length, detail: '' }),
    );
  } finally {
    display.end();
  }
}
