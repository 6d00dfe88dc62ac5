import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  correctGraph,
  getGraph,
  listGraphCorrections,
  listGraphEntities,
  listGraphRelations,
  undoGraphCorrection,
} from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { WORKS_NOTES } from './shared/library-documents.js';
import { writeFiles } from './shared/shared-library.js';
import { TemporaryFolders } from './temporary-folders.js';
import { filesWithWords } from './words-on-disk.js';

const COLLECTION = 'works';
const LATER = '# Coal Yard\n\nThe Coal Yard is a yard. It is kept by Hanno Reed.\n';

const processes = new Processes();
const folders = new TemporaryFolders();
let disk: string;
let notes: string;
let server: RunningStandalone;

const start = () => startStandaloneProcess(processes, { dataDir: disk, env: { ...NO_READER, INGESTION_ROOTS: notes } });
const readNotes = () => ingest(server.url, COLLECTION, [{ kind: 'path', path: notes }]);
const at = (path: string): string => `${server.url}/v1/graphs/${COLLECTION}${path}`;
const correct = (...corrections: readonly object[]) =>
  send(at('/corrections'), { json: { by: 'Ann', reason: 'seen', corrections } });
const undo = async (id: number) =>
  undoGraphCorrection.output.parse((await send(at(`/corrections/${id}/undo`), { json: { by: 'Ben' } })).json());
const version = async (): Promise<string> => getGraph.output.parse((await send(at(''))).json()).version;
const stored = async (): Promise<Buffer> => readFile(join(disk, 'graphs', COLLECTION, `${await version()}.graph`));
const entities = async () => listGraphEntities.output.parse((await send(at('/entities'))).json()).entities;
const relations = async () =>
  listGraphRelations.output
    .parse((await send(at('/relations'))).json())
    .relations.map(({ from, type, to }) => `${from} ${type} ${to}`);
const states = async () =>
  listGraphCorrections.output
    .parse((await send(at('/corrections'))).json())
    .corrections.map(({ id, by, state }) => [id, by, state]);

beforeAll(async () => {
  [disk, notes] = [await folders.create(), await folders.create()];
  await writeFiles(notes, WORKS_NOTES);
  server = await start();
  await readNotes();
  await send(at('/build'), { json: {} });
});

afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('corrections of a graph', () => {
  it('survive a rebuild and a restart, and their undo restores the graph to the byte', async () => {
    const [bytes, first] = [await stored(), await version()];
    const reply = await correct(
      { kind: 'merge', entities: ['Hanno Reed'], into: 'Ines Moor' },
      { kind: 'add-relation', from: 'Weir Guild', type: 'owns', to: 'Pump House' },
    );
    expect(reply.status).toBe(201);
    expect(correctGraph.output.parse(reply.json())).toMatchObject({ ids: [1, 2], notApplied: [] });
    const merged = async () => {
      const all = await entities();
      return { ids: all.map(({ id }) => id).sort(), aliases: all.find(({ id }) => id === 'ines-moor')?.aliases };
    };
    expect(await merged()).toMatchObject({ ids: ['ines-moor', 'pump-house', 'weir-guild'], aliases: ['Hanno Reed'] });

    // A new document tells more of the merged entity, under the name that it had.
    await writeFile(join(notes, 'place/coal-yard.md'), LATER);
    await server.process.stop();
    server = await start();
    await readNotes();
    expect((await merged()).ids).toEqual(['coal-yard', 'ines-moor', 'pump-house', 'weir-guild']);
    expect(await relations()).toEqual(
      expect.arrayContaining([
        'coal-yard kept_by ines-moor',
        'ines-moor member_of weir-guild',
        'weir-guild owns pump-house',
      ]),
    );
    expect(await states()).toEqual([
      [1, 'Ann', 'applied'],
      [2, 'Ann', 'applied'],
    ]);

    await rm(join(notes, 'place/coal-yard.md'));
    await readNotes();
    for (const id of [1, 2]) expect(await undo(id)).toMatchObject({ repeated: false, correction: { state: 'undone' } });
    expect(await version()).toBe(first);
    expect(Buffer.compare(await stored(), bytes)).toBe(0);
    // Undone, not forgotten: to undo the undo makes it count again.
    expect(await undo(3)).toMatchObject({ correction: { id: 1, state: 'applied' } });
    expect(await undo(1)).toMatchObject({ correction: { id: 1, state: 'undone' } });
    expect(await version()).toBe(first);
  });

  it('go with their collection', async () => {
    const secret = 'zanzibarquux';
    await correct({ kind: 'rename', entity: 'Weir Guild', name: `Guild of ${secret}` });
    const paths = (await filesWithWords(disk, [secret])).map(String).join(' ');
    expect(paths).toContain('corrections');
    await send(`${server.url}/v1/collections/${COLLECTION}`, { method: 'DELETE' });
    expect(await filesWithWords(disk, [secret])).toEqual([]);
  });
});
