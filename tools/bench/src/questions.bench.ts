import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineBenchmark, percentile, wholeNumber, type Measured, type OptionsOf } from './benchmark.js';
import { askedQuestions, askQuestion, KINDS, type AskedQuestion } from './questions/ask-question.js';
import { armsTimeOf, closedLoop, poissonArrivals, type QuestionLoad } from './questions/question-load.js';
import { SlowModel } from './questions/slow-model.js';
import { ingestInto, StandaloneServer } from './standalone-server.js';
import { xorshift } from './write-english.js';

const OPTIONS = {
  sessions: wholeNumber(100),
  /** Of each load. */
  seconds: wholeNumber(60),
  /** Questions that are asked one after the other, at most. */
  alone: wholeNumber(60),
};
const DOMAIN = 'lantern-coast';

const SEED = 20_261_122;

/**
 * What a question takes from request to checked answer: alone, with the share that is not searching and writing; with all
 * sessions asking without a pause, which is the capacity; and with questions that arrive by chance at half of that.
 */
async function benchQuestions({ sessions, seconds, alone }: OptionsOf<typeof OPTIONS>): Promise<Measured> {
  const pack = fileURLToPath(new URL(`../../../domains/${DOMAIN}/eval/questions.jsonl`, import.meta.url));
  const questions = await askedQuestions(pack);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'arbiter-bench-questions-'));
  const notes: string[] = [];
  try {
    const chunks = await ingestInto(dataDirectory, DOMAIN);
    const written = await askOfModel(dataDirectory, questions.slice(0, Math.min(alone, WRITTEN)));
    const server = await StandaloneServer.start(dataDirectory);
    try {
      const random = xorshift(SEED);
      const settings = { url: server.url, questions, sessions, seconds, random };
      const ofOne = await askAlone(server, questions.slice(0, alone));
      const closed = await closedLoop({ ...settings, name: 'closed' });
      const capacity = (1_000 * closed.answers.length) / closed.elapsedMs;
      const open = await poissonArrivals({ ...settings, name: 'open' }, capacity / 2);
      notes.push(...failuresOf('closed loop', closed), ...failuresOf('arrivals', open));
      return {
        figures: {
          chunks,
          ...ofOne,
          ...written,
          capacityPerSecond: capacity,
          ...figuresOf('closed', closed),
          arrivalsPerSecond: capacity / 2,
          ...figuresOf('arrivals', open),
        },
        notes: [
          `${sessions} open sessions, mode standard, no language model, ${seconds} s of each load; a refused client (OVERLOADED) waits a quarter of a second and asks again, and its wait counts.`,
          'overhead is the time of a question as its client sees it, less the time in which the retriever or the validator was at work for it, as the record of the answer has it: planner, orchestrator and HTTP.',
          `firstToken: from the first token of a language model that writes ${TOKENS_PER_SECOND} a second to the first words of its draft.`,
          ...notes,
        ],
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

export default defineBenchmark({
  options: OPTIONS,
  packages: ['@lancedb/lancedb', 'onnxruntime-node'],
  measure: benchQuestions,
});

/** One question at a time: the first once unmeasured, so that nothing is loaded any more. */
async function askAlone(server: StandaloneServer, questions: readonly AskedQuestion[]) {
  await askQuestion(server.url, { query: questions[0]?.text ?? '' });
  const totals: number[] = [];
  const firsts: number[] = [];
  const overheads: number[] = [];
  for (const { text } of questions) {
    const { firstEventMs, totalMs, answerId } = await askQuestion(server.url, { query: text });
    firsts.push(firstEventMs);
    totals.push(totalMs);
    if (answerId !== null) overheads.push(totalMs - (await armsTimeOf(server.url, answerId)));
  }
  return {
    aloneP50Ms: percentile(totals, 0.5),
    aloneP95Ms: percentile(totals, 0.95),
    firstEventP50Ms: percentile(firsts, 0.5),
    firstEventP95Ms: percentile(firsts, 0.95),
    overheadP50Ms: percentile(overheads, 0.5),
    overheadP95Ms: percentile(overheads, 0.95),
  };
}

/** Questions that a language model writes on. */
const WRITTEN = 20;
const TOKENS_PER_SECOND = 10;

/** Measures the time between the first token of a language model and the first words that a client reads. */
async function askOfModel(dataDirectory: string, questions: readonly AskedQuestion[]) {
  const model = await SlowModel.start(TOKENS_PER_SECOND);
  try {
    const server = await StandaloneServer.start(dataDirectory, model.settings);
    try {
      const waits: number[] = [];
      for (const { text } of questions) {
        const { firstDraftAt } = await askQuestion(server.url, { query: text, streamDraft: true, validate: false });
        if (!Number.isNaN(firstDraftAt)) waits.push(firstDraftAt - model.firstTokenAt);
      }
      return { firstTokenP50Ms: percentile(waits, 0.5), firstTokenP95Ms: percentile(waits, 0.95) };
    } finally {
      await server.stop();
    }
  } finally {
    await model.stop();
  }
}

function figuresOf(name: string, { answers }: QuestionLoad): Record<string, number> {
  const ofKinds = KINDS.flatMap((kind) => {
    const times = answers.filter((answer) => answer.kind === kind).map(({ totalMs }) => totalMs);
    if (times.length === 0) return [];
    const capital = kind.charAt(0).toUpperCase() + kind.slice(1);
    return [
      [`${name}${capital}P50Ms`, percentile(times, 0.5)],
      [`${name}${capital}P95Ms`, percentile(times, 0.95)],
    ] as const;
  });
  return {
    [`${name}Answers`]: answers.length,
    [`${name}Errors`]: answers.filter(isFailed).length,
    [`${name}Refusals`]: answers.reduce((sum, { refusals }) => sum + refusals, 0),
    ...Object.fromEntries(ofKinds),
  };
}

function isFailed({ outcome }: QuestionLoad['answers'][number]): boolean {
  return outcome !== 'answered' && outcome !== 'declined';
}

function failuresOf(name: string, { answers }: QuestionLoad): string[] {
  const first = answers.find(isFailed);
  return first ? [`${name}: the first failure was ${first.outcome}.`] : [];
}
