import { ArbiterError, correctGraph, type GraphCorrection, type OperationRequest } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { ManualClock } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GraphLibrary } from '../../test/graph-library.js';
import type { GraphBuilder } from '../graph/graph-builder.js';
import { SnapshotReader } from '../graph/stored-graph.js';
import { CorrectionReadingController, CorrectionsController } from './corrections.controller.js';
import { GraphCorrector } from './graph-corrector.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const STARTED = Date.UTC(2026, 2, 14);
const AT = new Date(STARTED).toISOString();
type Wanted = OperationRequest<typeof correctGraph>['corrections'][number];

let library: GraphLibrary;
let builder: GraphBuilder;
let clock: ManualClock;
let sut: CorrectionsController;
let reader: CorrectionReadingController;

beforeEach(async () => {
  library = new GraphLibrary();
  await library.putWorks();
  builder = library.builder();
  clock = new ManualClock(STARTED);
  sut = new CorrectionsController(new GraphCorrector(builder, clock));
  reader = new CorrectionReadingController(library.corrections, new SnapshotReader(library.graphs));
  await builder.build('works', undefined, signal);
});

const correct = (...corrections: readonly Wanted[]) =>
  sut.correct(correctGraph.input.parse({ collection: 'works', corrections, by: 'Ann', reason: 'seen' }), context);
const undo = (id: number) => sut.undo({ collection: 'works', id, by: 'Ben' }, context);
const list = async () => (await reader.list({ collection: 'works', limit: 100, after: 0 }, context)).corrections;
const ids = async () => (await library.snapshot()).entities.map(({ id }) => id).sort();
const bytes = async () =>
  Buffer.from((await library.graphs.read('works', (await library.version()) ?? '', signal)) ?? []);

describe('a correction', () => {
  it('is recorded with ids, who, when and why, and the graph has it at once', async () => {
    const answer = await correct({ kind: 'rename', entity: 'Pump 2', name: 'Feed Pump' });
    const correction: GraphCorrection = { kind: 'rename', entity: 'pump-2', name: 'Feed Pump' };
    const { version } = await library.snapshot();
    expect(answer).toEqual({ collection: 'works', ids: [1], corrections: [correction], version, notApplied: [] });
    expect(await list()).toEqual([
      {
        ...{ id: 1, recordedAt: AT, by: 'Ann', reason: 'seen', correction },
        ...{ state: 'applied', problem: null, undoneBy: null },
      },
    ]);
    expect((await library.snapshot()).entities).toContainEqual(
      expect.objectContaining({ id: 'pump-2', name: 'Feed Pump', aliases: ['Pump 2'] }),
    );
  });

  it('survives a rebuild after the documents have changed, and its undo restores the graph to the byte', async () => {
    const before = [await bytes(), await library.version()];
    const { ids: recorded } = await correct(
      { kind: 'merge', entities: ['West Tower'], into: 'Pump House' },
      { kind: 'add-relation', from: 'Ines Moor', type: 'inspects', to: 'Pump House' },
    );
    expect(recorded).toEqual([1, 2]);
    expect(await ids()).toEqual(['ines-moor', 'pump-2', 'pump-house']);
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard by the West Tower.');
    await builder.refresh('works', signal);
    const { entities, relations } = await library.snapshot();
    expect(entities.map(({ id }) => id).sort()).toEqual(['coal-yard', 'ines-moor', 'pump-2', 'pump-house']);
    expect(relations.map(({ type }) => type)).toContain('inspects');
    await library.documents.delete('place/yard.md', signal);
    await undo(2);
    await undo(1);
    expect([await bytes(), await library.version()]).toEqual(before);
    expect((await list()).map(({ state, undoneBy }) => [state, undoneBy?.by])).toEqual([
      ['undone', 'Ben'],
      ['undone', 'Ben'],
    ]);
  });

  it('whose entity no longer exists is reported, kept, and applied again once the entity is back', async () => {
    await correct({ kind: 'retype', entity: 'west-tower', type: 'cistern' });
    await library.documents.delete('place/west-tower.md', signal);
    expect(await builder.build('works', undefined, signal)).toMatchObject({
      corrections: { applied: 0, notApplied: 1 },
    });
    const problem = 'The knowledge graph has no entity "west-tower".';
    expect(await list()).toMatchObject([{ state: 'not-applied', problem }]);
    expect(library.warnings).toEqual(['some corrections do not fit the knowledge graph and were not applied']);
    const other = await correct({ kind: 'retype', entity: 'pump-2', type: 'device' });
    expect(other.notApplied).toEqual([{ id: 1, problem }]);
    await library.put('place/west-tower.md', 'West Tower', 'The West Tower is a tank. It is supplied by Pump 2.');
    await builder.refresh('works', signal);
    expect((await list()).map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect((await library.snapshot()).entities).toContainEqual(
      expect.objectContaining({ id: 'west-tower', type: 'cistern' }),
    );
  });

  it('that depends on an undone one is reported, and counts again with it', async () => {
    await correct({ kind: 'add-entity', name: 'Coal Yard', type: 'place' });
    await correct({ kind: 'add-relation', from: 'Coal Yard', type: 'feeds', to: 'Pump House' });
    const undone = await undo(1);
    expect(undone).toMatchObject({
      correction: { id: 1, state: 'undone' },
      repeated: false,
      notApplied: [{ id: 2, problem: 'The knowledge graph has no entity "coal-yard".' }],
    });
    // Undo the undo: event 3.
    expect(await undo(3)).toMatchObject({ correction: { id: 1, state: 'applied' }, repeated: false, notApplied: [] });
    expect(await ids()).toContain('coal-yard');
  });

  it.each<[string, readonly Wanted[], string, string]>([
    ['an unknown entity', [{ kind: 'retype', entity: 'nobody', type: 'person' }], 'NOT_FOUND', 'no entity "nobody"'],
    [
      'a merge with itself by two names',
      [{ kind: 'merge', entities: ['Ines Moor'], into: 'ines-moor' }],
      'INVALID_REQUEST',
      'cannot be merged into itself',
    ],
    [
      'a merge of two types',
      [{ kind: 'merge', entities: ['pump-2'], into: 'pump-house' }],
      'CONFLICT',
      'say which type the merged entity has',
    ],
    [
      'the second of two',
      [
        { kind: 'rename', entity: 'pump-2', name: 'Feed Pump' },
        { kind: 'delete-relation', from: 'Feed Pump', type: 'owns', to: 'pump-house' },
      ],
      'NOT_FOUND',
      'Correction 2: The documents do not say "pump-2 owns pump-house", but "pump-2',
    ],
  ])('that names %s is refused, and nothing is recorded', async (_, corrections, code, message) => {
    const { version } = await library.snapshot();
    await expect(correct(...corrections)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(await list()).toEqual([]);
    expect(await library.version()).toBe(version);
  });

  it('of a collection without a graph is refused with the command that builds one', async () => {
    await library.graphs.delete('works', signal);
    await expect(correct({ kind: 'delete-entity', entity: 'pump-2' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('arbiter graph build --collection works'),
    });
  });

  it('counts though the graph cannot be stored, and the next build has it', async () => {
    const put = library.graphs.put.bind(library.graphs);
    library.graphs.put = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'));
    expect(await correct({ kind: 'delete-entity', entity: 'pump-2' })).toMatchObject({ ids: [1], version: null });
    expect(await list()).toMatchObject([{ state: 'pending' }]);
    expect(library.warnings).toEqual([
      'the knowledge graph was not rebuilt after corrections; the next build applies them',
    ]);
    library.graphs.put = put;
    await builder.build('works', undefined, signal);
    expect(await ids()).not.toContain('pump-2');
    expect(await list()).toMatchObject([{ state: 'applied' }]);
  });
});

describe('an undo', () => {
  it('of an undone correction records nothing', async () => {
    await correct({ kind: 'delete-entity', entity: 'pump-2' });
    expect(await undo(1)).toMatchObject({ repeated: false });
    expect(await undo(1)).toMatchObject({ repeated: true, correction: { id: 1, undoneBy: { id: 2 } } });
    expect(await library.corrections.lastId('works', signal)).toBe(2);
  });

  it.each([1, 7])('of event %p of an empty log finds nothing', async (id) => {
    await expect(undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('two writers at once', () => {
  it('lose no correction, each checked against what the other recorded', async () => {
    const others = [builder, library.builder()].map((one) => new CorrectionsController(new GraphCorrector(one, clock)));
    const names = Array.from({ length: 6 }, (_, index) => `Shed ${index}`);
    const add = (name: string, index: number) =>
      others[index % 2]!.correct(
        correctGraph.input.parse({
          ...{ collection: 'works', by: 'Ann', corrections: [{ kind: 'add-entity', name, type: 'place' }] },
        }),
        context,
      );
    const answers = await Promise.all(names.map(add));
    expect(answers.flatMap((one) => one.ids).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    // Whichever was stored last has them all.
    expect(await ids()).toEqual(expect.arrayContaining(names.map((_, index) => `shed-${index}`)));
    expect((await list()).map(({ state }) => state)).toEqual(names.map(() => 'applied'));
    const twice = await Promise.allSettled([add('Crane', 0), add('Crane', 1)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a build of another process', () => {
  it('that began before a correction does not replace the graph that has it', async () => {
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    const text = library.documents.text.bind(library.documents);
    library.documents.text = async (...args) => {
      library.documents.text = text;
      await correct({ kind: 'delete-entity', entity: 'pump-2' });
      return text(...args);
    };
    await library.builder().build('works', undefined, signal);
    expect(await ids()).toEqual(['coal-yard', 'ines-moor', 'pump-house', 'west-tower']);
    expect(await list()).toMatchObject([{ state: 'applied' }]);
  });
});

describe('a damaged log', () => {
  it('stops corrections and builds, and leaves the former graph in use', async () => {
    const { version } = await library.snapshot();
    await library.corrections.append(
      'works',
      [{ id: 1, recordedAt: 0, by: 'Ann', kind: 'undo', of: 1 }],
      { after: 0 },
      signal,
    );
    const damaged = { code: 'UNAVAILABLE', message: expect.stringContaining('"works" are damaged') };
    await expect(correct({ kind: 'delete-entity', entity: 'pump-2' })).rejects.toMatchObject(damaged);
    await expect(builder.build('works', undefined, signal)).rejects.toMatchObject(damaged);
    await expect(list()).rejects.toMatchObject(damaged);
    await builder.refresh('works', signal);
    expect(library.warnings).toEqual(['the knowledge graph could not be brought up to date; the former one is used']);
    expect(await library.version()).toBe(version);
  });
});
