import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startStandalone } from '@arbiter/standalone';
import { calibrate } from './calibrate.js';
import { collectPools } from './collect-pools.js';
import { readBeirSample, type BeirSample } from './read-beir-sample.js';
import { readPack } from './read-pack.js';
import { readPools } from './read-pools.js';
import { relevanceModelFile } from './relevance-model-file.js';

const USAGE = `use: relevance-calibration collect --data-dir FOLDER --pools FILE [--off-topic 20]
         --pack FOLDER… --beir FOLDER:SPLIT:QUESTIONS:OTHER_PASSAGES…
     relevance-calibration fit --pools FILE --date YYYY-MM-DD [--model FILE.ts]
`;

export interface CalibrationOutput {
  /** The calibration, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: `collect` searches and writes what was found, `fit` calibrates on it and writes the model.
 *
 * @returns exit code: 0 written, 2 asked for something that there is not
 * @throws what reading, searching or writing fails with
 */
export async function runCalibration(words: readonly string[], output: CalibrationOutput): Promise<number> {
  const [command, ...rest] = words;
  const done =
    command === 'collect' ? await collect(rest, output) : command === 'fit' ? await fit(rest, output) : false;
  if (done) return 0;
  output.err(USAGE);
  return 2;
}

/** @returns whether the words could be understood */
async function collect(words: readonly string[], { err }: CalibrationOutput): Promise<boolean> {
  const values = parse(words, {
    'data-dir': { type: 'string' },
    pools: { type: 'string' },
    'off-topic': { type: 'string', default: '20' },
    pack: { type: 'string', multiple: true, default: [] },
    beir: { type: 'string', multiple: true, default: [] },
  });
  const samples = values?.beir.map(sampleOf);
  const offTopicQuestions = Number(values?.['off-topic']);
  if (values?.['data-dir'] === undefined || values.pools === undefined || !Number.isInteger(offTopicQuestions))
    return false;
  if (!samples?.every((sample) => sample !== null) || samples.length + values.pack.length === 0) return false;
  const sets = [
    ...(await Promise.all(values.pack.map((folder) => readPack(folder, 'train')))),
    ...(await Promise.all(samples.map(readBeirSample))),
  ];
  const standalone = await startStandalone({
    // Only what decides the figures: a developer's own settings must not.
    env: { ARBITER_DATA_DIR: values['data-dir'], LOG_LEVEL: 'error' },
    cwd: process.cwd(),
    http: false,
  });
  const file = createWriteStream(values.pools);
  try {
    const onProgress = (line: string): void => err(`${line}\n`);
    for await (const pool of collectPools(standalone.client, sets, { offTopicQuestions, onProgress })) {
      if (!file.write(`${JSON.stringify(pool)}\n`)) await once(file, 'drain');
    }
  } finally {
    file.end();
    await finished(file);
    await standalone.close();
  }
  return true;
}

/** @returns whether the words could be understood */
async function fit(words: readonly string[], { out }: CalibrationOutput): Promise<boolean> {
  const values = parse(words, {
    pools: { type: 'string' },
    date: { type: 'string' },
    model: { type: 'string' },
  });
  if (values?.pools === undefined || values.date === undefined || !/^\d{4}-\d\d-\d\d$/.test(values.date)) return false;
  const calibration = calibrate(await readPools(values.pools), values.date);
  if (values.model !== undefined) {
    await writeFile(values.model, relevanceModelFile(calibration.models, calibration.provenance));
  }
  out(`${JSON.stringify(calibration, null, 2)}\n`);
  return true;
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** @returns null for a word that it does not know, at which parseArgs throws */
function parse<const O extends Options>(words: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...words], options, strict: true }).values;
  } catch {
    return null;
  }
}

/** @returns null when it is not folder, split and two numbers */
function sampleOf(word: string): BeirSample | null {
  const [, folder, split, questions, others] = /^(.+):(\w+):(\d+):(\d+)$/.exec(word) ?? [];
  if (folder === undefined || split === undefined) return null;
  return { folder, split, questions: Number(questions), otherPassages: Number(others) };
}
