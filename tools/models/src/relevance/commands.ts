import { writeFile } from 'node:fs/promises';
import { defineCommand } from '../command.js';
import { JsonLinesFile, startLibrary } from '../library.js';
import { calibrate, relevanceModelFile } from './calibrate.js';
import { collectPools } from './collect-pools.js';
import { readPools } from './judged-pool.js';
import { readBeirSample, readPackSet, type BeirSample } from './training-sets.js';

const DEFAULT_OFF_TOPIC_QUESTIONS = '20';

const collect = defineCommand(
  `--data-dir FOLDER --pools FILE [--off-topic ${DEFAULT_OFF_TOPIC_QUESTIONS}] --pack FOLDER… --beir FOLDER:SPLIT:QUESTIONS:OTHER_PASSAGES…`,
  { required: ['data-dir', 'pools'], optional: ['off-topic'], lists: ['pack', 'beir'] },
  async (values, { err }) => {
    const offTopicQuestions = Number(values['off-topic'] ?? DEFAULT_OFF_TOPIC_QUESTIONS);
    const samples = values.beir.map(parseSample);
    if (!Number.isInteger(offTopicQuestions) || !samples.every((sample) => sample !== null)) return false;
    if (samples.length + values.pack.length === 0) return false;
    const sets = await Promise.all([...values.pack.map(readPackSet), ...samples.map(readBeirSample)]);
    const standalone = await startLibrary(values['data-dir']);
    const file = new JsonLinesFile(values.pools);
    try {
      const onProgress = (line: string): void => err(`${line}\n`);
      for await (const pool of collectPools(standalone.client, sets, { offTopicQuestions, onProgress })) {
        await file.write([pool]);
      }
    } finally {
      await file.close();
      await standalone.close();
    }
    return true;
  },
);

const fit = defineCommand(
  '--pools FILE --date YYYY-MM-DD [--model FILE.ts]',
  { required: ['pools', 'date'], optional: ['model'] },
  async ({ pools, date, model }, { out }) => {
    const calibration = calibrate(await readPools(pools), date);
    if (model) await writeFile(model, relevanceModelFile(calibration.models, calibration.provenance));
    out(`${JSON.stringify(calibration, null, 2)}\n`);
  },
);

/** @returns null for a word that is not a folder, a split and two numbers */
function parseSample(word: string): BeirSample | null {
  const [, folder, split, questions, others] = /^(.+):(\w+):(\d+):(\d+)$/.exec(word) ?? [];
  if (folder === undefined || split === undefined) return null;
  return { folder, split, questions: Number(questions), otherPassages: Number(others) };
}

/** Collects what searches find, and fits the relevance of a passage to it. */
export const RELEVANCE_COMMANDS = { collect, fit };
