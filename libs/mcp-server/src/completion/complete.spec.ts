import { ScriptedCaller, type Script } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectClient, WAYS, type Way } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';
import { DOCUMENT_URI_TEMPLATE, ENTITY_URI_TEMPLATE } from '../resources/resource-uris.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const NAMES = [
  ['item', 'Skiff'],
  ['person', 'Skipper Ames'],
  ['item', 'Old skiff'],
] as const;

const ENTITIES: Readonly<Record<string, Script>> = {
  ...LIBRARY,
  'ingestion.list-entity-names': ({ collection }: { collection?: string }) => ({
    entities: collection === 'lore' ? NAMES.map(([type, name]) => ({ collection, type, name })) : [],
    next: null,
  }),
  'ingestion.find-entities': ({ collection, name, type }: { collection: string; name: string; type?: string }) => ({
    entities: NAMES.filter(
      ([kind, one]) =>
        collection === 'lore' &&
        one.toLowerCase().includes(name.toLowerCase()) &&
        (type === undefined || kind === type),
    ).map(([kind, one], n) => ({
      id: `e${n}`,
      documentId: 'd001',
      collection,
      type: kind,
      name: one,
      aliases: [],
      attributes: {},
      start: 0,
      end: 1,
      dataLength: 0,
    })),
  }),
  'orchestrator.list-sessions': {
    output: { sessions: [{ id: 's-1', title: '', messages: 1, updatedAt: '2026-01-01T00:00:00.000Z' }], next: null },
  },
};

const document = { type: 'ref/resource' as const, uri: DOCUMENT_URI_TEMPLATE };
const entity = { type: 'ref/resource' as const, uri: ENTITY_URI_TEMPLATE };
const session = { type: 'ref/resource' as const, uri: 'context://{sessionId}' };
const prompt = { type: 'ref/prompt' as const, name: 'coast/compare' };

describe.each(WAYS)('a client over %s', (way) => {
  async function connect(to: Way) {
    const { client, close } = await connectClient(to, new ScriptedCaller(ENTITIES));
    closing.push(close);
    return client;
  }

  it.each([
    ['domains, and collections of none', document, 'domain', '', {}, ['empty', 'coast', 'notes']],
    ['paths of a domain', document, 'path', 'READ', { domain: 'notes' }, ['README.md']],
    ['ids of a path', document, 'id', '', { domain: 'notes', path: 'README.md' }, ['e1', 'e2']],
    ['types of entities', entity, 'type', 'p', { domain: 'coast' }, ['person']],
    ['names, what begins so first', entity, 'name', 'ski', { domain: 'coast' }, ['Skiff', 'Skipper Ames', 'Old skiff']],
    ['names of a type', entity, 'name', '', { domain: 'coast', type: 'person' }, ['Skipper Ames']],
    ['sessions', session, 'sessionId', 's', {}, ['s-1']],
    ['arguments of a prompt: names of its domain', prompt, 'first', 'skip', {}, ['Skipper Ames']],
    ['arguments with a default', prompt, 'tone', 'pl', {}, ['plainly']],
    ['nothing of another domain', entity, 'name', 'ski', { domain: 'notes' }, []],
    ['nothing for a part that there is not', entity, 'constructor', '', {}, []],
  ] as const)('completes %s', async (_what, ref, name, value, known, expected) => {
    const client = await connect(way);
    const { completion } = await client.complete({
      ref,
      argument: { name, value },
      context: { arguments: { ...known } },
    });
    expect(completion).toEqual({ values: expected, total: expected.length, hasMore: false });
  });

  it('is given a hundred values at most, and told that there are more', async () => {
    const client = await connect(way);
    const argument = { name: 'path', value: 'places/' };
    const { completion } = await client.complete({
      ref: document,
      argument,
      context: { arguments: { domain: 'coast' } },
    });
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect(completion.values).toHaveLength(100);
  });

  it.each([
    ['a prompt', { type: 'ref/prompt', name: 'coast/nothing' }],
    ['a template', { type: 'ref/resource', uri: 'constructor://{x}' }],
  ] as const)('is told of %s that is not there (-32602)', async (_what, ref) => {
    const client = await connect(way);
    await expect(client.complete({ ref, argument: { name: 'x', value: '' } })).rejects.toMatchObject({ code: -32_602 });
  });
});
