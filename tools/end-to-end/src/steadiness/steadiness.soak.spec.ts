import { randomInt } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seededRandom } from '@arbiter/ports/testing';
import { IS_SOAK } from '@arbiter/testing';
import { Processes } from '../processes.js';
import type { RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import {
  reaches,
  sameCitations,
  sameVerdict,
  steadinessOf,
  type Steadiness,
  type SteadyOutcome,
} from './compare-answers.js';
import { askEach, askTogether, draw, type Questions } from './measure-steadiness.js';
import { openPack, type QuestionedPack } from './packs.js';
import { QUESTION_METAMORPHOSES } from './question-metamorphoses.js';
import { SETTING_METAMORPHOSES, startShipped } from './setting-metamorphoses.js';

/** Every question in every way takes an hour; else a sample is asked. */
const WHOLE = IS_SOAK || process.env.STEADINESS === 'all';
const SEED = Number(process.env.STEADINESS_SEED ?? randomInt(1_000_000));
/** Domains, separated by commas. */
const DOMAINS = (
  process.env.STEADINESS_PACKS ?? (WHOLE ? 'tern-logistics,veyra-court,hobbyist-forum,lantern-coast' : 'tern-logistics')
).split(',');
/** Names of the metamorphoses, separated by commas. Default: all. */
const NAMED = process.env.STEADINESS_OF?.split(',');
/** File to which the shares and every question that changed are appended, a JSON line each. */
const OUT = process.env.STEADINESS_OUT;

const SAMPLED_QUESTIONS = 16;
const TEST_MS = WHOLE ? 7_200_000 : 300_000;

/** Least shares of questions whose verdict, and whose citations, stay the same. */
const FLOORS = { verdict: 0.97, citations: 0.95 };
/** Capitals tell the search whether a question names something: without them it weighs its indexes otherwise. */
const FLOORS_OF_CASE = { verdict: 0.94, citations: 0.92 };
const CASE = new Set(['lower case', 'upper case']);
/** A run fails where chance gives so few at the floor: a sample, which every build asks, one time in a thousand. */
const SIGNIFICANCE = WHOLE ? 0.05 : 0.001;

const random = seededRandom(SEED);
const processes = new Processes();
const folders = new TemporaryFolders();
const report: string[] = [`seed ${SEED}`];

afterAll(async () => {
  process.stdout.write(`${report.join('\n')}\n`);
  await processes.stopAll();
  await folders.removeAll();
});

const REWORDINGS = [...QUESTION_METAMORPHOSES, { name: 'four at a time', apply: null }];
const ALL = [...REWORDINGS, ...SETTING_METAMORPHOSES].map(({ name }) => name);
/** A sample of the questions is asked in one way, another one in each run. */
const chosen = NAMED ?? (WHOLE ? ALL : draw(ALL, 1, random));
const rewordings = REWORDINGS.filter(({ name }) => chosen.includes(name));
const settings = SETTING_METAMORPHOSES.filter(({ name }) => chosen.includes(name));

describe.each(DOMAINS)(`no answer about %s hangs by a hair (STEADINESS_SEED=${SEED})`, (domain) => {
  let pack: QuestionedPack;
  let questions: Questions;
  let shipped: RunningStandalone;
  let before: readonly SteadyOutcome[];

  beforeAll(async () => {
    pack = await openPack(domain);
    questions = WHOLE ? pack.questions : draw(pack.questions, SAMPLED_QUESTIONS, random);
    shipped = await startShipped(pack, { processes, folders });
    before = await askEach(shipped, domain, questions);
    const shown = before.filter(({ verdict }) => verdict === 'answered').length;
    report.push(`${domain}: ${shown} of ${questions.length} questions answered`);
  }, TEST_MS);

  if (rewordings.length > 0)
    it.each(rewordings)(
      'when the questions change: $name',
      async ({ name, apply }) => {
        const reworded = questions
          .map(({ id, question }, index) => ({
            id,
            index,
            asked: question,
            question: apply ? apply(question) : question,
          }))
          .filter(({ asked, question }) => apply === null || question !== asked);
        const after = apply ? await askEach(shipped, domain, reworded) : await askTogether(shipped, domain, reworded);
        await judge(
          name,
          reworded,
          after,
          reworded.map(({ index }) => before[index]!),
        );
      },
      TEST_MS,
    );

  if (settings.length > 0)
    it.each(settings)(
      'when the library changes: $name',
      async ({ name, unavailable, start }) => {
        const reason = unavailable();
        if (reason !== null) {
          report.push(`${domain}, ${name}: skipped, ${reason}`);
          return;
        }
        const server = await start(pack, { processes, folders });
        const after = await askEach(server, domain, questions);
        await server.process.stop();
        await judge(name, questions, after, before);
      },
      TEST_MS,
    );

  async function judge(
    name: string,
    asked: Questions,
    after: readonly SteadyOutcome[],
    then: readonly SteadyOutcome[],
  ): Promise<void> {
    const pairs = then.map((one, index) => [one, after[index]!] as const);
    const steadiness = steadinessOf(pairs);
    report.push(`${domain}, ${name}: ${describeSteadiness(steadiness)}`);
    const changed = pairs.flatMap(([one, other], index) =>
      sameVerdict(one, other) && sameCitations(one, other)
        ? []
        : [{ domain, name, ...asked[index]!, before: one, after: other }],
    );
    const lines = [{ domain, name, ...steadiness }, ...changed].map((line) => `${JSON.stringify(line)}\n`);
    if (OUT !== undefined) await appendFile(OUT, lines.join(''));
    const { questions: of, sameVerdict: verdicts, sameCitations: citations } = steadiness;
    const floors = CASE.has(name) ? FLOORS_OF_CASE : FLOORS;
    const passed =
      reaches(floors.verdict, verdicts, of, SIGNIFICANCE) && reaches(floors.citations, citations, of, SIGNIFICANCE);
    expect(passed ? [] : changed.map(({ id, question }) => `${id}: ${question}`)).toEqual([]);
  }
});

function describeSteadiness({ questions, sameVerdict: verdicts, sameCitations: citations }: Steadiness): string {
  const share = (count: number): string => (questions === 0 ? '–' : (count / questions).toFixed(3));
  return `${questions} questions, verdict ${share(verdicts)}, citations ${share(citations)}`;
}
