import { resolve } from 'node:path';
import { describeMachine, wholeNumber, type BenchReport, type BenchWords } from './benchmark.js';
import { measureOrchestrator, type OrchestratorLoad } from './load/orchestrator-cost.js';

/** @throws ArbiterError INVALID_REQUEST for anything but whole numbers from 1 */
export function orchestratorBenchOptions(words: BenchWords): OrchestratorLoad {
  return {
    perSecond: wholeNumber(words, 'questions', 100),
    seconds: wholeNumber(words, 'seconds', 15),
    ...(words.profile !== undefined && { profile: resolve(words.profile) }),
  };
}

/** The last part of `load` by itself, with a profile of the processor's time where a folder for it is named. */
export async function benchOrchestrator(load: OrchestratorLoad): Promise<BenchReport> {
  const { figures, errors } = await measureOrchestrator(load);
  return {
    name: 'orchestrator',
    machine: describeMachine(),
    versions: {},
    figures,
    notes: [
      `${load.perSecond} questions a second, mode standard, over recorded answers of real arms; records of answers are kept.`,
      ...errors,
    ],
  };
}
