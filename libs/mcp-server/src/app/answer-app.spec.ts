import { ScriptedCaller } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectClient, WAYS } from '../../test/connect-client.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(WAYS)('a host over %s', (way) => {
  it('finds the page that draws an answer by what "query" says of itself, in one file that loads nothing', async () => {
    const { client, close } = await connectClient(way, new ScriptedCaller({}));
    closing.push(close);
    const { tools } = await client.listTools();
    const { _meta: meta } = tools.find(({ name }) => name === 'query') ?? {};
    expect(meta).toEqual({ ui: { resourceUri: 'ui://arbiter/answer' } });
    const { contents } = await client.readResource({ uri: 'ui://arbiter/answer' });
    const [page] = contents;
    expect(page).toMatchObject({ uri: 'ui://arbiter/answer', mimeType: 'text/html;profile=mcp-app' });
    const text = page && 'text' in page ? page.text : '';
    expect(text).not.toMatch(
      /https?:\/\/|<link|@import|src=|innerHTML|outerHTML|insertAdjacent|document\.write|eval\(/,
    );
    expect(text.length).toBeLessThan(8_000);
  });
});
