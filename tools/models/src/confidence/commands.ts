import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RIGHTNESS_MODELS } from '@arbiter/confidence';
import { readJsonLines } from '@arbiter/evaluation';
import type { SeenAnswer, SeenSentences } from '@arbiter/standalone';
import { defineCommand } from '../command.js';
import { JsonLinesFile, readTrainingPack, readWorldPack, startLibrary } from '../library.js';
import { collectDrafts, collectWorldDrafts } from './collect-drafts.js';
import { Draft, SentenceExample } from './examples.js';
import { fitRightness, measureUnseen } from './fit-rightness.js';
import { fitSentences, measureUnseenSentences } from './fit-sentences.js';
import { collectWritten } from './collect-written.js';
import { fitWritten, measureUnseenWritten } from './fit-written.js';
import { judgedModelFile, rightnessModelFile, sentenceModelFile } from './model-files.js';
import { WrittenExample } from './written-example.js';

const collect = defineCommand(
  '--data-dir FOLDER --drafts FILE --sentences FILE [--pack FOLDER…] [--world FOLDER…]',
  { required: ['data-dir', 'drafts', 'sentences'], lists: ['pack', 'world'] },
  async (values, { err }) => {
    if (values.pack.length + values.world.length === 0) return false;
    const packs = await Promise.all(values.pack.map(readTrainingPack));
    const worlds = await Promise.all(values.world.map(readWorldPack));
    const seen: SeenAnswer[] = [];
    const sentences: SeenSentences[] = [];
    const standalone = await startLibrary(values['data-dir'], {
      // A first draft is what most answers are; corrections would count the same question again.
      env: { SELF_CORRECTION_MAX_RETRIES: '0' },
      domainsDirectories: values.world.map((folder) => resolve(folder)),
      onAnswerRead: (judged) => seen.push(judged),
      onSentencesJudged: (judged) => sentences.push(judged),
    });
    const files = { drafts: new JsonLinesFile(values.drafts), sentences: new JsonLinesFile(values.sentences) };
    try {
      const library = { client: standalone.client, seen, sentences };
      for await (const collected of collectDrafts(library, packs, (line) => err(`${line}\n`))) {
        await files.drafts.write(collected.drafts);
        await files.sentences.write(collected.sentences);
      }
      for await (const drafts of collectWorldDrafts(library, worlds, (line) => err(`${line}\n`)))
        await files.drafts.write(drafts);
    } finally {
      await files.drafts.close();
      await files.sentences.close();
      await standalone.close();
    }
    return true;
  },
);

const fit = defineCommand(
  '--drafts FILE --date YYYY-MM-DD [--model FILE.ts]',
  { required: ['drafts', 'date'], optional: ['model'] },
  async ({ drafts: path, date, model: target }, { out }) => {
    const drafts = readJsonLines(await readFile(path, 'utf8'), path, Draft).map(({ value }) => value);
    const model = fitRightness(drafts, RIGHTNESS_MODELS);
    const figures = measureUnseen(drafts);
    if (target) await writeFile(target, rightnessModelFile(model, figures, date));
    out(`${JSON.stringify({ model, figures }, null, 2)}\n`);
  },
);

const fitSentencesCommand = defineCommand(
  '--sentences FILE --date YYYY-MM-DD [--model FILE.ts]',
  { required: ['sentences', 'date'], optional: ['model'] },
  async ({ sentences: path, date, model: target }, { out }) => {
    const examples = readJsonLines(await readFile(path, 'utf8'), path, SentenceExample).map(({ value }) => value);
    const model = fitSentences(examples);
    const figures = measureUnseenSentences(examples);
    const packs = [...new Set(examples.map(({ pack }) => pack))];
    if (target) await writeFile(target, sentenceModelFile(model, figures, { packs, date }));
    out(`${JSON.stringify({ model, figures }, null, 2)}\n`);
  },
);

const collectWrittenCommand = defineCommand(
  '--data-dir FOLDER --out FILE --set FILE…',
  { required: ['data-dir', 'out'], lists: ['set'] },
  async (values, { err }) => {
    if (values.set.length === 0) return false;
    const seen: SeenAnswer[] = [];
    const standalone = await startLibrary(values['data-dir'], { onAnswerRead: (judged) => seen.push(judged) });
    const file = new JsonLinesFile(values.out);
    try {
      const library = { client: standalone.client, seen };
      for await (const example of collectWritten(library, values.set, (line) => err(`${line}\n`)))
        await file.write([example]);
    } finally {
      await file.close();
      await standalone.close();
    }
    return true;
  },
);

const fitWrittenCommand = defineCommand(
  '--written FILE --date YYYY-MM-DD [--model FILE.ts]',
  { required: ['written', 'date'], optional: ['model'] },
  async ({ written: path, date, model: target }, { out }) => {
    const examples = readJsonLines(await readFile(path, 'utf8'), path, WrittenExample).map(({ value }) => value);
    const models = fitWritten(examples);
    const figures = measureUnseenWritten(examples);
    const packs = [...new Set(examples.map(({ pack }) => pack))];
    if (target) await writeFile(target, judgedModelFile(models, figures, { packs, date }));
    out(`${JSON.stringify({ models, figures }, null, 2)}\n`);
  },
);

/** Collects drafts and sentences of packs' questions, and fits the two regressions over the reader's output to them. */
export const CONFIDENCE_COMMANDS = {
  collect,
  fit,
  'fit-sentences': fitSentencesCommand,
  'collect-written': collectWrittenCommand,
  'fit-written': fitWrittenCommand,
};
