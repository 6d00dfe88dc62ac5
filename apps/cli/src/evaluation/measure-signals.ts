import { previews, type EntitySignals } from '@arbiter/contracts';
import { areExpected, type Question, type SignalledQuestion } from '@arbiter/evaluation';
import type { z } from 'zod';
import type { CommandContext } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import type { ExitCode } from '../exit-code.js';
import { withProgress } from '../terminal/progress.display.js';
import { naming } from './map-bounded.js';
import { type PackWorld, withPackWorld } from './measure-state.js';

export type Signal = keyof z.output<typeof EntitySignals>;

/** A question with the signals of the entities that were ranked for it. */
export interface MeasuredSignals {
  readonly question: SignalledQuestion<Signal>;
  readonly latencyMs: number;
}

/** The most that the operation lists. What lies beyond it cannot be ranked up by other weights. */
const MOST_ENTITIES = 50;

/**
 * Asks a pack its questions with expected entities, and keeps the signals of what is ranked: they do not depend on the weights.
 *
 * @returns the exit code of the ingestion where that failed
 */
export async function measureSignals(
  pack: Pack,
  questions: readonly Question[],
  context: CommandContext,
): Promise<readonly MeasuredSignals[] | { readonly exitCode: ExitCode }> {
  return withPackWorld(pack, 'gold', context, async (world) => {
    const measured: MeasuredSignals[] = [];
    await withProgress(context, 'questions', async (show) => {
      for (const question of questions) {
        measured.push(await ask(world, question, context).catch(naming(`Question ${question.id}`)));
        show('asking', measured.length, questions.length);
      }
    });
    return measured;
  });
}

async function ask(
  { library, collections, known, signal, pack }: PackWorld,
  { id, question: query, asOfSession, expectedEntities }: Question,
  { now }: CommandContext,
): Promise<MeasuredSignals> {
  const time = asOfSession === undefined ? {} : { asOfSession };
  const begun = now();
  const { entities } = await library.request(
    previews,
    { query, collections, limit: MOST_ENTITIES, explain: true, ...time },
    { signal },
  );
  const latencyMs = now() - begun;
  const expected = areExpected(
    expectedEntities,
    entities.map(({ name, aliases }) => [name, ...aliases]),
    known,
  );
  const listed = entities.flatMap(({ signals, isUsable }, index) =>
    signals ? [{ signals, isUsable, isExpected: expected[index] ?? false }] : [],
  );
  return { question: { id: `${pack.domain}/${id}`, expected: expectedEntities.length, entities: listed }, latencyMs };
}
