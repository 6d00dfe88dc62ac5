import { ArbiterError } from '@arbiter/contracts';
import { ANSWER_SETS, measureAnswerSet } from './answer-sets.js';
import { readBaseline, writeBaseline } from './baseline-file.js';
import { compareOutcomes, describeOutcomes } from './compare-outcomes.js';
import { compareWithBaseline, describeVerdict } from './compare-with-baseline.js';
import { measureSet } from './measure-set.js';
import { readOutcomes, writeOutcomes } from './outcome-baseline.js';
import { QUALITY_SETS } from './quality-sets.js';

const GATES = { search: gateSearch, answers: gateAnswers };
const UPDATE = '--update';

/** `[search] [answers] [--update]`: 0 when nothing fell or the baseline was written, 1 when something did, 2 for other words. */
async function main(words: readonly string[]): Promise<number> {
  const names = words.filter((word) => word !== UPDATE);
  if (!names.every((name) => Object.hasOwn(GATES, name))) {
    process.stderr.write('use: npm run quality [-- [search] [answers] [--update]]\n');
    return 2;
  }
  let passed = true;
  for (const [name, gate] of Object.entries(GATES)) {
    if (names.length === 0 || names.includes(name)) passed = (await gate(words.includes(UPDATE))) && passed;
  }
  return passed ? 0 : 1;
}

async function gateSearch(update: boolean): Promise<boolean> {
  let passed = true;
  for (const set of QUALITY_SETS) {
    if (set.missing !== null) {
      process.stdout.write(`${set.name}: skipped, ${set.missing}\n`);
      continue;
    }
    const figures = await measureSet(set);
    const before = update ? await readBaseline(set.name).catch(() => figures) : await readBaseline(set.name);
    const verdict = compareWithBaseline(before, figures);
    process.stdout.write(describeVerdict(set.name, verdict));
    if (update) await writeBaseline(set.name, figures);
    else passed &&= verdict.passed;
  }
  return passed;
}

async function gateAnswers(update: boolean): Promise<boolean> {
  let passed = true;
  for (const set of ANSWER_SETS) {
    const outcomes = await measureAnswerSet(set);
    const before = update ? await readOutcomes(set.name).catch(() => outcomes) : await readOutcomes(set.name);
    const verdict = compareOutcomes(before, outcomes);
    process.stdout.write(describeOutcomes(set.name, verdict));
    if (update) await writeOutcomes(set.name, outcomes);
    else passed &&= verdict.passed;
  }
  return passed;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`quality: ${ArbiterError.from(error).message}\n`);
  process.exitCode = 1;
}
