import {
  correctGraph,
  getGraph,
  listGraphCorrections,
  listGraphEntities,
  listGraphRelations,
  undoGraphCorrection,
} from '@arbiter/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from './http-calls.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let server: SharedStandalone;

/** No other spec reads this collection. */
const at = (path: string): string => `${server.url}/v1/graphs/works${path}`;
const correct = (...corrections: readonly object[]) =>
  send(at('/corrections'), { json: { by: 'Ann', reason: 'seen', corrections } });
const undo = async (id: number) =>
  undoGraphCorrection.output.parse((await send(at(`/corrections/${id}/undo`), { json: { by: 'Ben' } })).json());
const version = async (): Promise<string> => getGraph.output.parse((await send(at(''))).json()).version;
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
  server = await sharedStandalone();
});

describe('corrections of a graph', () => {
  it('are seen in its entities and relations, and their undo restores its version', async () => {
    const first = await version();
    const reply = await correct(
      { kind: 'merge', entities: ['Hanno Reed'], into: 'Ines Moor' },
      { kind: 'add-relation', from: 'Weir Guild', type: 'owns', to: 'Pump House' },
    );
    expect(reply.status).toBe(201);
    const { ids, notApplied } = correctGraph.output.parse(reply.json());
    expect(notApplied).toEqual([]);
    const merged = await entities();
    expect(merged.map(({ id }) => id).sort()).toEqual(['ines-moor', 'pump-house', 'weir-guild']);
    expect(merged.find(({ id }) => id === 'ines-moor')?.aliases).toEqual(['Hanno Reed']);
    expect(await relations()).toEqual(
      expect.arrayContaining(['ines-moor member_of weir-guild', 'weir-guild owns pump-house']),
    );
    expect(await states()).toEqual(ids.map((id) => [id, 'Ann', 'applied']));

    for (const id of ids) expect(await undo(id)).toMatchObject({ repeated: false, correction: { state: 'undone' } });
    expect(await version()).toBe(first);
  });

  it.each([
    ['an unknown entity', { kind: 'delete-entity', entity: 'Nobody' }, 404, 'no entity "Nobody"'],
    ['a merge with itself', { kind: 'merge', entities: ['Ines Moor'], into: 'ines-moor' }, 400, 'merged into itself'],
    ['a merge of two types', { kind: 'merge', entities: ['Weir Guild'], into: 'Ines Moor' }, 409, 'say which type'],
    [
      'a split that leaves nothing',
      {
        kind: 'split',
        entity: 'Weir Guild',
        name: 'Guild',
        documents: ['organisation/weir-guild.md', 'person/hanno-reed.md'],
      },
      400,
      'Nothing would be left',
    ],
  ])('refuse %s', async (_, correction, status, detail) => {
    const before = [await version(), await states()];
    const reply = await correct(correction);
    expect([reply.status, reply.problem().detail]).toEqual([status, expect.stringContaining(detail)]);
    expect([await version(), await states()]).toEqual(before);
  });
});
