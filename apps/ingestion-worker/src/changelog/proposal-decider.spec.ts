import { addChanges, decideChanges, extractChanges, type ProposedChange } from '@arbiter/contracts';
import { InMemoryEntityStore, ManualClock } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GraphLibrary } from '../../test/graph-library.js';
import { ChangeExtractor } from './change-extractor.js';
import { SnapshotReader } from '../graph/stored-graph.js';
import { readChangelog } from '../library/event-logs.js';
import { ChangelogWriter } from './changelog-writer.js';
import { KnownEntities } from './known-entities.js';
import { ProposalDecider } from './proposal-decider.js';

const { signal } = new AbortController();
const NOON = Date.UTC(2026, 2, 3, 12);

let library: GraphLibrary;
let clock: ManualClock;
let writer: ChangelogWriter;
let extractor: ChangeExtractor;
let sut: ProposalDecider;

const decide = (more: object) =>
  sut.decide(decideChanges.input.parse({ collection: 'works', by: 'Ada', ...more }), signal);
const extract = (more: object = {}) =>
  extractor.extract(extractChanges.input.parse({ collection: 'works', ...more }), signal);
const log = () => readChangelog(library.changelogs, 'works', signal);
const entries = async () => (await log()).entries().map(({ entry }) => entry);
const putLog = (session: number, text: string) =>
  library.put(`sessions/${session}-log.md`, `Shift ${session}`, text, { session, date: `2026-03-0${session}` });

/** What session 1 proposes of an entity, decided or not. */
async function proposalOf(entity: string, session = 1): Promise<ProposedChange> {
  const { proposals } = await extract({ session, includeDecided: true });
  return proposals.find(({ entityUpdate }) => entityUpdate?.entity_id === entity)!;
}
const openOf = async (session = 1) => (await extract({ session })).proposals.map((one) => one.entityUpdate?.entity_id);

beforeEach(async () => {
  library = new GraphLibrary();
  await library.putWorks();
  clock = new ManualClock(NOON);
  const known = new KnownEntities(new InMemoryEntityStore(), new SnapshotReader(library.graphs));
  writer = new ChangelogWriter(library.changelogs, clock, known, { soon: () => undefined });
  const { documents, changelogs } = library;
  extractor = new ChangeExtractor({ documents, changelogs, graphs: library.builder(), writer });
  sut = new ProposalDecider({ changelogs, extractor, writer });
  await putLog(1, 'Pump 2 was taken out of service. The West Tower was closed. Ines Moor was struck down.');
});

describe('a single proposal', () => {
  it('that is accepted becomes an entry, with who and when, and is not proposed again', async () => {
    const { id } = await proposalOf('pump-2');
    const { decided } = await decide({ accept: [id], reason: 'I was there' });
    expect(decided).toMatchObject([
      {
        ...{ id, repeated: false },
        change: {
          ...{ id: 1, recordedAt: '2026-03-03T12:00:00.000Z', revertedBy: null },
          entry: { session_id: 1, date: '2026-03-01', entity_updates: [{ entity_id: 'pump-2' }] },
          decision: { verdict: 'accepted', by: 'Ada', reason: 'I was there', proposal: id },
        },
      },
    ]);
    expect(await entries()).toMatchObject([{ entity_updates: [{ entity_id: 'pump-2' }] }]);
    expect(await openOf()).toEqual(['west-tower', 'ines-moor']);
    expect((await proposalOf('pump-2')).decision).toMatchObject({ verdict: 'accepted', by: 'Ada', event: 1 });
  });

  it('that is rejected changes nothing, stays on record, and is not proposed again', async () => {
    const { id } = await proposalOf('west-tower');
    await decide({ reject: [id] });
    expect(await entries()).toEqual([]);
    expect((await log()).changes()).toEqual([]);
    expect((await log()).decisions()).toMatchObject([
      { decision: { verdict: 'rejected', by: 'Ada' }, entry: { entity_updates: [{ entity_id: 'west-tower' }] } },
    ]);
    expect(await openOf()).toEqual(['pump-2', 'ines-moor']);
  });

  it('that asks is answered: as proposed, otherwise, or not at all', async () => {
    const death = await proposalOf('ines-moor');
    expect(death).toMatchObject({
      question: 'Did Ines Moor die, or was Ines Moor only hurt or knocked out?',
      answers: [
        { answer: 'dead', accepts: true, status: null },
        { answer: 'hurt', accepts: true, status: 'hurt' },
        { answer: 'knocked out', accepts: true, status: 'unconscious' },
        { answer: 'neither', accepts: false, status: null },
      ],
    });
    const { id } = death;
    const answer = (words: string) => decide({ answers: [{ id, answer: words }] });
    const { decided } = await answer('Knocked out');
    expect(decided).toMatchObject([{ change: { decision: { verdict: 'accepted', answer: 'knocked out' } } }]);
    expect(await entries()).toMatchObject([{ entity_updates: [{ entity_id: 'ines-moor', status: 'unconscious' }] }]);
    await decide({ reopen: [id] });
    await answer('neither');
    expect(await entries()).toEqual([]);
    await decide({ reopen: [id] });
    await answer('dead');
    expect(await entries()).toMatchObject([{ entity_updates: [{ status: 'dead' }] }]);
  });

  it.each([
    ['ines-moor', 'asleep', 'has the answers "dead", "hurt", "knocked out", "neither"'],
    ['pump-2', 'yes', 'is stated and asks nothing'],
  ])('of %s does not take the answer "%s"', async (entity, answer, words) => {
    const { id } = await proposalOf(entity);
    await expect(decide({ answers: [{ id, answer }] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(words),
    });
  });

  it('is open again once its decision is reopened or its entry reverted; both stay on record', async () => {
    const [{ id: pump }, { id: tower }] = [await proposalOf('pump-2'), await proposalOf('west-tower')];
    await decide({ accept: [pump], reject: [tower] });
    const { reopened } = await decide({ reopen: [pump] });
    expect(reopened).toMatchObject([{ id: pump, change: { id: 1, revertedBy: { id: 3 } } }]);
    const { change } = await writer.revert('works', 2, signal);
    expect(change.decision).toMatchObject({ verdict: 'rejected', proposal: tower });
    expect(await openOf()).toEqual(['pump-2', 'west-tower', 'ines-moor']);
    expect((await log()).events.map(({ kind }) => kind)).toEqual(['entry', 'rejection', 'revert', 'revert']);
    await expect(decide({ reopen: [pump] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('decided twice alike is decided once; otherwise it is a conflict, and the request changes nothing', async () => {
    const [{ id: pump }, { id: tower }] = [await proposalOf('pump-2'), await proposalOf('west-tower')];
    await decide({ accept: [pump] });
    expect((await decide({ accept: [pump] })).decided).toMatchObject([{ id: pump, repeated: true }]);
    await expect(decide({ accept: [tower], reject: [pump] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was accepted by Ada on 2026-03-03T12:00:00.000Z'),
    });
    expect((await log()).events).toHaveLength(1);
  });

  it('that no session tells is NOT_FOUND', async () => {
    await expect(decide({ accept: ['1-00000000'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(decide({ accept: ['9-00000000'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the policy', () => {
  it('adds the stated changes that nobody has decided', async () => {
    await decide({ accept: [(await proposalOf('pump-2')).id], reject: [(await proposalOf('west-tower')).id] });
    await putLog(2, 'The Pump House was closed.');
    const { added } = await extract({ policy: 'accept-stated' });
    expect(added).toEqual([{ id: 3, session: 2 }]);
    expect(await entries()).toMatchObject([
      { session_id: 1, entity_updates: [{ entity_id: 'pump-2' }] },
      { session_id: 2, entity_updates: [{ entity_id: 'pump-house' }] },
    ]);
  });

  it('decides what it adds: such a change is not open, and cannot be rejected alone', async () => {
    await extract({ policy: 'accept-stated' });
    expect(await openOf()).toEqual(['ines-moor']);
    const { id, decision } = await proposalOf('pump-2');
    expect(decision).toMatchObject({ verdict: 'accepted', by: null, event: 1 });
    expect((await decide({ accept: [id] })).decided).toMatchObject([{ repeated: true, change: { id: 1 } }]);
    await expect(decide({ reject: [id] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('by entry 1'),
    });
  });

  it('leaves no question open that an entry has answered', async () => {
    await library.change(1, 'Ines-Moor', 'in hospital');
    expect(await openOf()).toEqual(['pump-2', 'west-tower']);
  });
});

describe('a session whose text changes', () => {
  it('keeps the decisions that still fit, whatever is written around them', async () => {
    await decide({ accept: [(await proposalOf('pump-2')).id], reject: [(await proposalOf('west-tower')).id] });
    await putLog(
      1,
      'A quiet night. Later the West Tower was closed, and the Pump House too.\n\nPump 2 was taken out of service.',
    );
    expect(await openOf()).not.toContain('pump-2');
    expect(await openOf()).not.toContain('west-tower');
    expect((await extract({ session: 1 })).outdated).toEqual([]);
  });

  it('proposes what it tells otherwise now, and names the accepted change that it no longer tells', async () => {
    await decide({ accept: [(await proposalOf('pump-2')).id] });
    await putLog(1, 'Pump 2 was stolen.');
    const { proposals, outdated } = await extract({ session: 1 });
    expect(proposals).toMatchObject([{ entityUpdate: { entity_id: 'pump-2', status: 'stolen' } }]);
    expect(outdated).toMatchObject([{ id: 1, entry: { entity_updates: [{ entity_id: 'pump-2' }] } }]);
    expect(await entries()).toMatchObject([{ entity_updates: [{ status: 'out of service' }] }]);
  });
});

describe('a later session', () => {
  it('is decided as it was proposed: after what those before it state, accepted or not', async () => {
    await putLog(2, 'Pump 2 is back in service.');
    const [back] = (await extract()).proposals.filter(({ toldBy }) => toldBy === 2);
    expect(back).toBeDefined();
    await decide({ accept: [back!.id] });
    expect(await entries()).toMatchObject([{ session_id: 2, entity_updates: [{ entity_id: 'pump-2' }] }]);
  });

  it('is not decided anew when another client was first', async () => {
    const { id } = await proposalOf('pump-2');
    const slow = new ProposalDecider({
      changelogs: library.changelogs,
      extractor: {
        find: async (...call) => {
          const found = await extractor.find(...call);
          await decide({ reject: [id], by: 'Ben' });
          return found;
        },
      },
      writer,
    });
    const input = decideChanges.input.parse({ collection: 'works', by: 'Ada', accept: [id] });
    await expect(slow.decide(input, signal)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('rejected by Ben'),
    });
  });
});

it('keeps entries that were added by hand apart from decisions', async () => {
  const input = addChanges.input.parse({
    collection: 'works',
    entries: [{ session_id: 1, entity_updates: [{ entity_id: 'pump-2', status: 'sold' }] }],
  });
  await writer.add('works', input.entries, undefined, signal);
  expect((await log()).decisions()).toEqual([]);
  expect((await proposalOf('pump-2')).decision).toMatchObject({ by: null, event: 1 });
});
