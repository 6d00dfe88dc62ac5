import { ArbiterError, extractChanges, MAX_PROPOSALS } from '@arbiter/contracts';
import { InMemoryEntityStore, ManualClock } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GraphLibrary } from '../../test/graph-library.js';
import { ChangeExtractor } from './change-extractor.js';
import { readChangelog } from '../library/event-logs.js';
import { ChangelogWriter } from './changelog-writer.js';
import { SnapshotReader } from '../graph/stored-graph.js';
import { KnownEntities } from './known-entities.js';

const { signal } = new AbortController();

let library: GraphLibrary;
let sut: ChangeExtractor;

const extract = (more: object = {}) =>
  sut.extract(extractChanges.input.parse({ collection: 'works', ...more }), signal);
const accept = (more: object = {}) => extract({ policy: 'accept-stated', ...more });

async function entries() {
  return (await readChangelog(library.changelogs, 'works', signal)).entries().map(({ entry }) => entry);
}

const putLog = (session: number, text: string, more: Record<string, string | number> = {}, name = 'log') =>
  library.put(`sessions/${session}-${name}.md`, `Shift ${session}`, text, { session, ...more });

beforeEach(async () => {
  library = new GraphLibrary();
  await library.putWorks();
  const known = new KnownEntities(new InMemoryEntityStore(), new SnapshotReader(library.graphs));
  const writer = new ChangelogWriter(library.changelogs, new ManualClock(0), known, { soon: () => undefined });
  const graphs = library.builder();
  sut = new ChangeExtractor({ documents: library.documents, changelogs: library.changelogs, graphs, writer });
  await putLog(1, 'The crew opened the valves. Pump 2 was taken out of service at noon.', { date: '2026-03-01' });
  await putLog(2, 'According to a rumour, Ines Moor has died. The West Tower was closed.', { date: '2026-03-02' });
});

describe('the proposals', () => {
  it('say what sessions changed, with the place and its words, and record nothing', async () => {
    const { sessions, proposals, added } = await extract();
    expect(sessions).toEqual([
      { session: 1, documents: 1, isRecorded: false },
      { session: 2, documents: 1, isRecorded: false },
    ]);
    const [pump] = proposals;
    expect(pump).toMatchObject({
      ...{ id: expect.stringMatching(/^1-[0-9a-z]{8}$/), session: 1, toldBy: 1, certainty: 'stated', question: null },
      ...{ entityUpdate: { entity_id: 'pump-2' }, relationshipUpdate: null },
    });
    const [place] = pump!.evidence;
    expect(place).toMatchObject({ documentId: 'sessions/1-log.md', source: 'sessions/1-log.md' });
    expect(place!.quote).toContain('Pump 2 was taken out of service');
    const text = await library.documents.text(place!.documentId, signal);
    expect(text!.slice(place!.start, place!.end)).toBe(place!.quote);
    expect([added, await entries()]).toEqual([[], []]);
  });

  it('ask where a death is only rumoured', async () => {
    const { proposals } = await extract({ session: 2 });
    const [death] = proposals.filter(({ certainty }) => certainty === 'doubtful');
    expect(death).toMatchObject({ entityUpdate: { entity_id: 'ines-moor' } });
    expect(death!.question).toMatch(/Ines Moor.*\?$/);
  });

  it('leave out what an earlier session has said already', async () => {
    await putLog(3, 'Pump 2 was taken out of service. The Pump House was closed.');
    const of = (proposals: Awaited<ReturnType<typeof extract>>['proposals']) =>
      proposals.map(({ entityUpdate }) => entityUpdate?.entity_id);
    expect(of((await extract({ session: 3 })).proposals)).toContain('pump-2');
    await accept({ session: 1 });
    expect(of((await extract({ session: 3 })).proposals)).toEqual(['pump-house']);
  });

  it('quote at most 300 characters, and are at most 500', async () => {
    const names = Array.from({ length: MAX_PROPOSALS + 20 }, (_, index) => `Unit ${index + 10}`);
    await library.put('place/units.md', 'Units', names.map((name) => `${name} is a boiler.`).join(' '));
    await putLog(
      4,
      names.map((name) => `${name} was closed, ${'and the crew was glad of it, '.repeat(12)}at noon.`).join('\n\n'),
    );
    const { proposals, omitted } = await extract({ session: 4 });
    expect(proposals).toHaveLength(MAX_PROPOSALS);
    expect(omitted).toBeGreaterThan(0);
    expect(Math.max(...proposals.flatMap(({ evidence }) => evidence.map(({ quote }) => quote.length)))).toBe(300);
  });

  it('are none for a collection without sessions; a session without a document is NOT_FOUND', async () => {
    const none = await sut.extract(extractChanges.input.parse({ collection: 'elsewhere' }), signal);
    expect(none).toMatchObject({ sessions: [], proposals: [], omitted: 0 });
    await expect(extract({ session: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the policy accept-stated', () => {
  it('adds one entry a session, once, and leaves the doubtful to a person', async () => {
    const { added, proposals } = await accept();
    expect(added).toEqual([
      { id: 1, session: 1 },
      { id: 2, session: 2 },
    ]);
    const recorded = await entries();
    expect(recorded).toMatchObject([
      { session_id: 1, date: '2026-03-01', entity_updates: [{ entity_id: 'pump-2' }] },
      { session_id: 2, date: '2026-03-02', entity_updates: [{ entity_id: 'west-tower' }] },
    ]);
    expect(proposals.some(({ certainty }) => certainty === 'doubtful')).toBe(true);
    expect(await accept()).toMatchObject({ sessions: [], added: [] });
    expect(await accept({ session: 1 })).toMatchObject({ sessions: [{ session: 1, isRecorded: true }], added: [] });
    expect(await accept({ includeRecorded: true })).toMatchObject({ sessions: [{}, {}], added: [] });
    expect(await entries()).toEqual(recorded);
  });

  it('adds nothing of a session that a person has recorded, not even after a revert', async () => {
    await library.change(1, 'pump-2', 'repaired');
    await library.changelogs.append('works', [{ id: 2, recordedAt: 0, kind: 'revert', of: 1 }], { after: 1 }, signal);
    expect((await accept()).added).toEqual([{ id: 3, session: 2 }]);
  });

  it('makes one entry of the two documents of a session', async () => {
    await putLog(1, 'The Pump House was closed.', { date: '2026-03-01' }, 'notes');
    const { sessions, proposals } = await accept({ session: 1 });
    expect(sessions).toMatchObject([{ documents: 2 }]);
    expect(new Set(proposals.map(({ id }) => id)).size).toBe(proposals.length);
    const [entry, ...others] = await entries();
    expect(entry!.entity_updates.map(({ entity_id }) => entity_id).sort()).toEqual(['pump-2', 'pump-house']);
    expect(others).toEqual([]);
  });

  it('reads a session that is late against the time before it', async () => {
    await accept({ session: 2 });
    const { added } = await accept({ session: 1 });
    expect(added).toEqual([{ id: 2, session: 1 }]);
    expect((await entries()).map(({ session_id }) => session_id)).toEqual([1, 2]);
  });

  it('ends with the error of a store that does not answer, and has recorded whole sessions only', async () => {
    const text = library.documents.text.bind(library.documents);
    library.documents.text = (id, live) =>
      id.startsWith('sessions/2')
        ? Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'))
        : text(id, live);
    await library
      .builder()
      .build('works', undefined, signal)
      .catch(() => undefined);
    await expect(accept()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    library.documents.text = text;
    await accept();
    expect((await entries()).map(({ session_id }) => session_id)).toEqual([1, 2]);
  });
});
