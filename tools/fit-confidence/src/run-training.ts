import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readJsonLines } from '@arbiter/evaluation';
import { startStandalone, type SeenUsefulness } from '@arbiter/standalone';
import { collectDrafts, readTrainingPack } from './collect-drafts.js';
import { Draft } from './draft.js';
import { fitUsefulness } from './fit-usefulness.js';
import { measureUnseen } from './measure-usefulness.js';
import { usefulnessModelFile } from './usefulness-model-file.js';

const USAGE = `use: train-usefulness collect --data-dir FOLDER --drafts FILE --pack FOLDER…
     train-usefulness fit --drafts FILE --date YYYY-MM-DD [--model FILE.ts]
`;

export interface TrainingOutput {
  /** Model and figures, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: `collect` asks the questions of packs and keeps the drafts, `fit` learns from them and writes the model.
 *
 * @returns exit code: 0 written, 2 asked for something that there is not
 * @throws what reading, asking or writing fails with
 */
export async function runTraining(words: readonly string[], output: TrainingOutput): Promise<number> {
  const [command, ...rest] = words;
  const done =
    command === 'collect' ? await collect(rest, output) : command === 'fit' ? await fit(rest, output) : false;
  if (done) return 0;
  output.err(USAGE);
  return 2;
}

async function collect(words: readonly string[], { err }: TrainingOutput): Promise<boolean> {
  const values = parse(words);
  if (values?.['data-dir'] === undefined || values.drafts === undefined || values.pack.length === 0) return false;
  const packs = await Promise.all(values.pack.map(readTrainingPack));
  const seen: SeenUsefulness[] = [];
  const standalone = await startStandalone({
    // Only what decides the figures: a developer's own settings must not.
    env: { ARBITER_DATA_DIR: values['data-dir'], LOG_LEVEL: 'error' },
    cwd: process.cwd(),
    http: false,
    onUsefulness: (judged) => seen.push(judged),
  });
  const file = createWriteStream(values.drafts);
  try {
    for await (const draft of collectDrafts({ client: standalone.client, seen }, packs, (line) => err(`${line}\n`))) {
      if (!file.write(`${JSON.stringify(draft)}\n`)) await once(file, 'drain');
    }
  } finally {
    file.end();
    await finished(file);
    await standalone.close();
  }
  return true;
}

async function fit(words: readonly string[], { out }: TrainingOutput): Promise<boolean> {
  const values = parse(words);
  if (values?.drafts === undefined || !/^\d{4}-\d\d-\d\d$/.test(values.date ?? '')) return false;
  const drafts = readJsonLines(await readFile(values.drafts, 'utf8'), values.drafts, Draft).map(({ value }) => value);
  const model = fitUsefulness(drafts);
  const figures = measureUnseen(drafts);
  if (values.model !== undefined)
    await writeFile(
      values.model,
      usefulnessModelFile(
        model,
        figures,
        values.date ?? '',
        drafts.some(({ features }) => features.answerability !== null),
      ),
    );
  out(`${JSON.stringify({ model, figures }, null, 2)}\n`);
  return true;
}

/** @returns null for a word that it does not know, at which parseArgs throws */
function parse(words: readonly string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        'data-dir': option,
        drafts: option,
        date: option,
        model: option,
        pack: { type: 'string', multiple: true, default: [] },
      },
      strict: true,
    }).values;
  } catch {
    return null;
  }
}
