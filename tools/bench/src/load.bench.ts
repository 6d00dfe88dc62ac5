import { availableParallelism } from 'node:os';
import {
  defineBenchmark,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { EMBEDDED_TEXTS, LIBRARY_PACKAGES, measureLibraries } from './library/measure-libraries.js';
import { figuresOf, joinLoads, momentsOf, type LoadFigures } from './load/offered-load.js';
import { predictWait } from './load/queueing.js';
import { CLIENTS_PER_PROCESS, loadRetrievers, openLoadAt, UTILISATIONS } from './load/retriever-load.js';
import { simulateSharing } from './load/sharing.js';
import { measureOrchestrator } from './load/orchestrator-cost.js';
import { xorshift } from './write-english.js';

const OPTIONS = {
  /** Numbers of retrievers, one after the other. */
  processes: wholeNumbers(1, 2, 4),
  chunks: wholeNumber(5_000),
  /** Of each load. */
  seconds: wholeNumber(15),
  /** Questions per second at the orchestrator. */
  questions: wholeNumber(100),
};

const WORDS_PER_CHUNK = 184;
/** Each load is offered in so many parts. */
const ROUNDS = 3;
const SEED = 20_261_126;

/**
 * What more retriever processes bring, beside what a queueing model says of them; and what the orchestrator costs by itself, over
 * arms whose recorded answers come at once. Everything goes over a real broker.
 */
async function benchLoad({ processes, chunks, seconds, questions }: OptionsOf<typeof OPTIONS>): Promise<Measured> {
  const notes = [
    `Retrievers are bound to one processor each, in turns, with one thread of the encoder; searches without synthesis, none twice, over NATS. ${CLIENTS_PER_PROCESS} clients a process in the closed loop, then Poisson arrivals at shares of its rate, in ${ROUNDS} rounds.`,
    `${availableParallelism()} processors serve retrievers, broker and load generator alike; cpu shares are of one core.`,
    'shared… is a simulation of processor sharing with the times of one client’s searches at one process, queued… is G/G/c with their mean and variation; errors are measured ÷ predicted − 1.',
    `The orchestrator answers ${questions} questions a second, mode standard, over recorded answers of real arms; records of answers are kept.`,
  ];
  const shape = { chunks: [chunks], wordsPerChunk: WORDS_PER_CHUNK, embeddedTexts: EMBEDDED_TEXTS };
  const measured = await measureLibraries({ ...shape, name: 'load' }, async ({ directory }) => {
    const ofCount = new Map<number, ReadonlyMap<string, LoadFigures>>();
    // In rounds: a machine gets slower and faster within minutes, and that falls on all numbers of processes alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const count of processes) {
        const seed = SEED + ROUNDS * count + round;
        const loads = await loadRetrievers({ directory, count, seconds: seconds / ROUNDS, seed });
        ofCount.set(count, joinLoads(ofCount.get(count), loads));
      }
    }
    const figures: Record<string, number> = {};
    const [first] = ofCount.values();
    const alone = (first?.get('single')?.latencies ?? []).map((ms) => ms / 1_000);
    for (const [count, loads] of ofCount) {
      Object.assign(figures, prefixFigures(`of${count}`, figuresOfRetrievers(loads, { count, alone })));
      for (const [name, { errors, firstError }] of loads)
        if (errors > 0) notes.push(`${count} retrievers, ${name}: ${errors} failed, first: ${firstError ?? ''}.`);
    }
    return figures;
  });
  const { figures, errors } = await measureOrchestrator({ perSecond: questions, seconds });
  return {
    ...measured,
    figures: { ...measured.figures, ...figures },
    notes: [...notes, ...errors],
  };
}

export default defineBenchmark({ options: OPTIONS, packages: LIBRARY_PACKAGES, measure: benchLoad });

/**
 * What so many retrievers did in all rounds, beside what the models say of them.
 *
 * @param alone times of one client's searches at one process, in seconds
 */
function figuresOfRetrievers(
  loads: ReadonlyMap<string, LoadFigures>,
  { count, alone }: { readonly count: number; readonly alone: readonly number[] },
): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const [name, load] of loads) Object.assign(figures, prefixFigures(name, figuresOf(load)));
  const { mean: service, variation } = momentsOf(alone);
  const { answers = 0, elapsedSeconds = 1 } = loads.get('closed') ?? {};
  const capacity = answers / elapsedSeconds;
  const { ceilingPerSecond } = predictWait({ arrivalsPerSecond: 0, serviceSeconds: service, servers: count });
  Object.assign(figures, {
    predictedCeilingPerSecond: ceilingPerSecond,
    ceilingError: capacity / ceilingPerSecond - 1,
  });
  for (const utilisation of UTILISATIONS) {
    const name = openLoadAt(utilisation);
    const { latencies = [] } = loads.get(name) ?? {};
    if (latencies.length === 0) continue;
    const shared = simulateSharing({ utilisation, alone, random: xorshift(SEED) });
    // The measured capacity sets the time of service here: the ceiling's own error stands above.
    const queued = predictWait({
      arrivalsPerSecond: utilisation * capacity,
      serviceSeconds: count / capacity,
      servers: count,
      serviceVariation: variation,
    });
    const measured = { mean: momentsOf(latencies).mean, p95: percentile(latencies, 0.95) };
    const compared = {
      ...compare('shared', { mean: shared.meanSeconds, p95: shared.p95Seconds }, measured),
      ...compare('queued', { mean: service + queued.meanWaitSeconds, p95: service + queued.p95WaitSeconds }, measured),
    };
    Object.assign(figures, prefixFigures(name, compared));
  }
  return figures;
}

/** A prediction in seconds beside what was measured in milliseconds. */
function compare(
  model: string,
  predicted: { readonly mean: number; readonly p95: number },
  measured: { readonly mean: number; readonly p95: number },
): Record<string, number> {
  return prefixFigures(model, {
    meanMs: 1_000 * predicted.mean,
    p95Ms: 1_000 * predicted.p95,
    meanError: measured.mean / (1_000 * predicted.mean) - 1,
    p95Error: measured.p95 / (1_000 * predicted.p95) - 1,
  });
}
