import { resolve } from 'node:path';
import { defineBenchmark, FOLDER, wholeNumber, type Measured, type OptionsOf } from './benchmark.js';
import { measureOrchestrator } from './load/orchestrator-cost.js';

const OPTIONS = {
  /** A second. */
  questions: wholeNumber(100),
  seconds: wholeNumber(15),
  /** For a profile of the processor's time. */
  profile: FOLDER,
};

/** The last part of `load` by itself. */
async function benchOrchestrator({ questions, seconds, profile }: OptionsOf<typeof OPTIONS>): Promise<Measured> {
  const folder = profile !== undefined && { profile: resolve(profile) };
  const { figures, errors } = await measureOrchestrator({ perSecond: questions, seconds, ...folder });
  return {
    figures,
    notes: [
      `${questions} questions a second, mode standard, over recorded answers of real arms; records of answers are kept.`,
      ...errors,
    ],
  };
}

export default defineBenchmark({ options: OPTIONS, measure: benchOrchestrator });
