import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { BuildTask } from '@arbiter/roster-tools';
import { tabletopRecords } from '@arbiter/roster/testing';
import { DEFAULT_LIST_BUILDING, ThreadedListBuilding } from './threaded-list-building.js';

/** A busy machine is to find what a quiet one finds. */
const UNHURRIED = { ...DEFAULT_LIST_BUILDING, budgetMs: 300_000 };
const LATER = Number.MAX_SAFE_INTEGER;
const { signal } = new AbortController();

/** An army of an invented size that draws on a library, as it is kept for tools. */
function taskOf(limit: number): BuildTask {
  const files = tabletopRecords({ factions: 1, unitsPerFaction: 16, libraries: 1, unitsPerLibrary: 16 });
  const texts = [...files.values()].map((record) => JSON.stringify(record));
  const army = texts.find((text) => text.includes('"id":"fac0"')) ?? '';
  return { catalogues: [army, ...texts.filter((text) => text !== army)], request: { limit, maxSteps: 2_000 } };
}

/** How often other work of the process had its turn until something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const ended = work.then(
    () => true,
    () => true,
  );
  const turn = (): Promise<boolean> => new Promise((resolve) => setImmediate(() => resolve(false)));
  let turns = 0;
  while (!(await Promise.race([ended, turn()]))) turns++;
  return turns;
}

describe('ThreadedListBuilding', () => {
  it('builds a legal list with its roles and its detachment', async () => {
    const built = await new ThreadedListBuilding(SYSTEM_CLOCK, UNHURRIED).build(taskOf(2_000), LATER, signal);
    expect(built).toMatchObject({
      kind: 'built',
      choices: [
        { name: 'Detachment', chosen: ['Awakened Dynasty'] },
        { name: 'Battle Size', chosen: ['2. Strike Force (2000 Point limit)'] },
      ],
    });
    if (built.kind !== 'built') return;
    expect(built.cost).toBeGreaterThan(1_900);
    expect(built.cost).toBeLessThanOrEqual(2_000);
    expect(built.units.reduce((sum, { cost }) => sum + cost, 0)).toBe(built.cost);
  }, 300_000);

  it('ends when its budget is spent, with what it has found by then', async () => {
    // An odd limit: all costs are multiples of five, so that no list is the best that there can be.
    const sut = new ThreadedListBuilding(SYSTEM_CLOCK, { ...DEFAULT_LIST_BUILDING, budgetMs: 3_000 });
    const task = taskOf(1_997);
    const built = await sut.build({ ...task, request: { ...task.request, maxSteps: 1e9 } }, LATER, signal);
    // Not that there is none: a busy machine may not have come to a first one.
    expect(['built', 'not-found']).toContain(built.kind);
    expect(built).not.toMatchObject({ isBest: true });
  }, 300_000);

  it('leaves the event loop to others', async () => {
    const sut = new ThreadedListBuilding(SYSTEM_CLOCK, { ...DEFAULT_LIST_BUILDING, budgetMs: 3_000 });
    const task = taskOf(1_997);
    const work = sut.build({ ...task, request: { ...task.request, maxSteps: 1e9 } }, LATER, signal);
    // On the loop itself the search would be one turn.
    expect(await turnsDuring(work)).toBeGreaterThan(100);
  }, 300_000);

  it('ends the thread when nobody waits any more, and lets the next one begin', async () => {
    const sut = new ThreadedListBuilding(SYSTEM_CLOCK, UNHURRIED);
    const gone = new ArbiterError('CANCELLED', 'gone');
    const caller = new AbortController();
    const task = taskOf(1_997);
    const endless = { ...task, request: { ...task.request, maxSteps: 1e9 } };
    const first = sut.build(endless, LATER, caller.signal);
    const waiting = new AbortController();
    const second = sut.build(endless, LATER, waiting.signal);
    const third = sut.build({ ...taskOf(500), request: { limit: 500, maxSteps: 300 } }, LATER, signal);
    waiting.abort(gone);
    await expect(second).rejects.toBe(gone);
    caller.abort(gone);
    await expect(first).rejects.toBe(gone);
    expect(await third).toMatchObject({ kind: 'built' });
  }, 300_000);

  it('says what is wrong with a catalogue', async () => {
    const sut = new ThreadedListBuilding(SYSTEM_CLOCK);
    const build = sut.build({ catalogues: ['{}'], request: { limit: 1 } }, LATER, signal);
    await expect(build).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  }, 300_000);
});
