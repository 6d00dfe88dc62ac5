import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { tabletopRecords } from '../roster/testing/index.js';
import { ListBuilding, RESERVE_MS, type BuildTask } from './list-building.js';

const LATER = Number.MAX_SAFE_INTEGER;
const { signal } = new AbortController();

/** An army of an invented size that draws on a library, as it is kept for tools. */
function taskOf(limit: number): BuildTask {
  const files = tabletopRecords({ factions: 1, unitsPerFaction: 16, libraries: 1, unitsPerLibrary: 16 });
  const texts = [...files.values()].map((record) => JSON.stringify(record));
  const army = texts.find((text) => text.includes('"id":"fac0"')) ?? '';
  return { catalogues: [army, ...texts.filter((text) => text !== army)], request: { limit, maxSteps: 2_000 } };
}

/** A clock that goes on with every look at it, so that a search takes as many steps on every machine. @param ms of a look */
function clockOf(ms: number): { readonly now: () => number; looks: number } {
  const clock = { looks: 0, now: () => ms * ++clock.looks };
  return clock;
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

describe('ListBuilding', () => {
  it('builds a legal list with its roles and its detachment', async () => {
    const built = await new ListBuilding().build(taskOf(2_000), { deadline: LATER, signal });
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

  it('gives the same list with the same work, however long that takes', async () => {
    const sut = new ListBuilding();
    const task = taskOf(1_997);
    const bounded = { ...task, request: { ...task.request, maxSteps: 1e9, improvementSteps: 30 } };
    const built = await sut.build(bounded, { deadline: LATER, signal });
    expect(built).toMatchObject({ kind: 'built', isBest: false });
    // Nothing but its steps ended it, so that another run comes to the same.
    expect(await sut.build(bounded, { deadline: LATER, signal })).toEqual(built);
  }, 300_000);

  it('ends before the deadline of its caller, with what it has found by then', async () => {
    // An odd limit: all costs are multiples of five, so that no list is the best that there can be.
    const clock = clockOf(1);
    const sut = new ListBuilding(clock.now);
    const task = taskOf(1_997);
    const deadline = RESERVE_MS + 1_000;
    const built = await sut.build({ ...task, request: { ...task.request, maxSteps: 1e9 } }, { deadline, signal });
    expect(['built', 'not-found']).toContain(built.kind);
    expect(built).not.toMatchObject({ isBest: true });
    // The step that is told to end is the last one.
    expect(clock.looks).toBeGreaterThan(900);
    expect(clock.now()).toBeLessThan(1_010);
  }, 300_000);

  it('is not begun where the deadline leaves no time for it', async () => {
    const build = new ListBuilding(() => 1).build(taskOf(500), { deadline: 1 + RESERVE_MS, signal });
    await expect(build).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('leaves the event loop to others', async () => {
    // Two looks are a slice.
    const sut = new ListBuilding(clockOf(5).now);
    const task = taskOf(1_997);
    const deadline = RESERVE_MS + 2_000;
    const work = sut.build({ ...task, request: { ...task.request, maxSteps: 1e9 } }, { deadline, signal });
    // On the loop itself the search would be one turn.
    expect(await turnsDuring(work)).toBeGreaterThan(100);
  }, 300_000);

  it('stops when nobody waits any more, and lets the next one begin', async () => {
    const sut = new ListBuilding();
    const gone = new ArbiterError('CANCELLED', 'gone');
    const caller = new AbortController();
    const task = taskOf(1_997);
    const endless = { ...task, request: { ...task.request, maxSteps: 1e9 } };
    const first = sut.build(endless, { deadline: LATER, signal: caller.signal });
    const waiting = new AbortController();
    const second = sut.build(endless, { deadline: LATER, signal: waiting.signal });
    const third = sut.build({ ...taskOf(500), request: { limit: 500, maxSteps: 300 } }, { deadline: LATER, signal });
    waiting.abort(gone);
    await expect(second).rejects.toBe(gone);
    caller.abort(gone);
    await expect(first).rejects.toBe(gone);
    expect(await third).toMatchObject({ kind: 'built' });
  }, 300_000);

  it('says what is wrong with a catalogue', async () => {
    const sut = new ListBuilding();
    const build = sut.build({ catalogues: ['{}'], request: { limit: 1 } }, { deadline: LATER, signal });
    await expect(build).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  }, 300_000);
});
