import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { connectClient, WAYS, type ConnectedClient, type Way } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

const AT = '2026-01-01T00:00:00.000Z';

/** 101 sessions, 100 to a page. */
const SESSIONS: Readonly<Record<string, Script>> = {
  'orchestrator.list-sessions': ({ after }: { after?: string }) => ({
    sessions: Array.from({ length: after === undefined ? 100 : 1 }, (_, n) => ({
      id: after === undefined ? `s-${n}` : 's-100',
      title: n === 1 ? '' : 'When\nis it?',
      messages: 2,
      updatedAt: AT,
    })),
    next: after === undefined ? '1767225600000.s-99' : null,
  }),
  'orchestrator.get-session': ({ sessionId }: { sessionId: string }) => {
    if (sessionId !== 's-1') throw new ArbiterError('NOT_FOUND', 'There is no such session.');
    const content = 'At\u202E dusk.';
    return { sessionId, messages: [{ id: 'm', role: 'assistant', content, timestamp: AT, metadata: {} }] };
  },
};

async function connect(way: Way = 'http 2026') {
  const connected = await connectClient(way, new ScriptedCaller({ ...LIBRARY, ...SESSIONS }));
  open.push(connected);
  return connected.client;
}

describe.each(WAYS)('sessions over %s', (way) => {
  it('stand at the end of the resources, page by page', async () => {
    const client = await connect(way);
    const { resources } = await client.listResources();
    const sessions = resources.filter(({ uri }) => uri.startsWith('context://'));
    expect(sessions).toHaveLength(101);
    expect(resources.slice(-101)).toEqual(sessions);
    expect(sessions.slice(0, 2)).toEqual([
      {
        uri: 'context://s-0',
        name: 'When is it?',
        description: 'A conversation of 2 messages',
        mimeType: 'application/json',
        annotations: { lastModified: AT },
      },
      expect.objectContaining({ uri: 'context://s-1', name: 's-1' }),
    ]);
  });

  it('are read with their messages', async () => {
    const client = await connect(way);
    const { contents } = await client.readResource({ uri: 'context://s-1' });
    expect(contents).toMatchObject([{ uri: 'context://s-1', mimeType: 'application/json' }]);
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      sessionId: 's-1',
      messages: [{ role: 'assistant', content: 'At\uFFFD dusk.' }],
    });
  });

  it.each(['context://of-another-tenant', 'context://', 'context://../s-1', `context://${'x'.repeat(10_000)}`])(
    'are not there at %s',
    async (uri) => {
      const client = await connect(way);
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602, data: { uri } });
    },
  );
});
