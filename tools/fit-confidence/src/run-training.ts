import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readJsonLines } from '@arbiter/evaluation';
import { startStandalone, type SeenAnswer, type SeenSentences } from '@arbiter/standalone';
import { collectDrafts, readTrainingPack } from './collect-drafts.js';
import { Draft } from './draft.js';
import { fitRightness } from './fit-rightness.js';
import { fitSentences, measureUnseenSentences } from './fit-sentences.js';
import { measureUnseen } from './measure-rightness.js';
import { rightnessModelFile } from './rightness-model-file.js';
import { SentenceExample } from './sentence-example.js';
import { sentenceModelFile } from './sentence-model-file.js';

const USAGE = `use: fit-confidence collect --data-dir FOLDER --drafts FILE --sentences FILE --pack FOLDER…
     fit-confidence fit --drafts FILE --date YYYY-MM-DD [--model FILE.ts]
     fit-confidence fit-sentences --sentences FILE --date YYYY-MM-DD [--model FILE.ts]
`;

export interface TrainingOutput {
  /** Model and figures, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: `collect` asks the questions of packs and keeps drafts and sentences, `fit` and `fit-sentences` learn from
 * them and write the models.
 *
 * @returns exit code: 0 written, 2 asked for something that there is not
 * @throws what reading, asking or writing fails with
 */
export async function runTraining(words: readonly string[], output: TrainingOutput): Promise<number> {
  const [command = '', ...rest] = words;
  const values = parse(rest);
  const run = COMMANDS[command];
  if (values && run && (await run(values, output))) return 0;
  output.err(USAGE);
  return 2;
}

type Values = NonNullable<ReturnType<typeof parse>>;

const COMMANDS: Readonly<Record<string, (values: Values, output: TrainingOutput) => Promise<boolean>>> = {
  collect,
  fit,
  'fit-sentences': fitOfSentences,
};

async function collect(values: Values, { err }: TrainingOutput): Promise<boolean> {
  if (!values['data-dir'] || !values.drafts || !values.sentences || values.pack.length === 0) return false;
  const packs = await Promise.all(values.pack.map(readTrainingPack));
  const seen: SeenAnswer[] = [];
  const sentences: SeenSentences[] = [];
  const standalone = await startStandalone({
    // Only what decides the figures: a developer's own settings must not.
    // A first draft is what most answers are; corrections would count the same question again.
    env: { ARBITER_DATA_DIR: values['data-dir'], LOG_LEVEL: 'error', SELF_CORRECTION_MAX_RETRIES: '0' },
    cwd: process.cwd(),
    http: false,
    onAnswerRead: (judged) => seen.push(judged),
    onSentencesJudged: (judged) => sentences.push(judged),
  });
  const files = { drafts: createWriteStream(values.drafts), sentences: createWriteStream(values.sentences) };
  try {
    const library = { client: standalone.client, seen, sentences };
    for await (const collected of collectDrafts(library, packs, (line) => err(`${line}\n`))) {
      for (const draft of collected.drafts) await writeLine(files.drafts, draft);
      for (const sentence of collected.sentences) await writeLine(files.sentences, sentence);
    }
  } finally {
    for (const file of Object.values(files)) {
      file.end();
      await finished(file);
    }
    await standalone.close();
  }
  return true;
}

async function writeLine(file: WriteStream, line: unknown): Promise<void> {
  if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
}

async function fit({ drafts: path, date, model: target }: Values, { out }: TrainingOutput): Promise<boolean> {
  if (!path || !date || !DATE.test(date)) return false;
  const drafts = readJsonLines(await readFile(path, 'utf8'), path, Draft).map(({ value }) => value);
  const model = fitRightness(drafts);
  const figures = measureUnseen(drafts);
  if (target) await writeFile(target, rightnessModelFile(model, figures, date));
  out(`${JSON.stringify({ model, figures }, null, 2)}\n`);
  return true;
}

async function fitOfSentences(
  { sentences: path, date, model: target }: Values,
  { out }: TrainingOutput,
): Promise<boolean> {
  if (!path || !date || !DATE.test(date)) return false;
  const examples = readJsonLines(await readFile(path, 'utf8'), path, SentenceExample).map(({ value }) => value);
  const model = fitSentences(examples);
  const figures = measureUnseenSentences(examples);
  const packs = [...new Set(examples.map(({ pack }) => pack))];
  if (target) await writeFile(target, sentenceModelFile(model, figures, { packs, date }));
  out(`${JSON.stringify({ model, figures }, null, 2)}\n`);
  return true;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** @returns null for a word that it does not know, at which parseArgs throws */
function parse(words: readonly string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        'data-dir': option,
        drafts: option,
        sentences: option,
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
