import { describe, expect, it } from '@jest/globals';
import type { ArbiterError } from '@arbiter/contracts';
import { GuardedWebClient } from '@arbiter/adapters-web';
import type { WebClient, WebPage, WebResource, WebSearch } from '@arbiter/ports';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { contextOf, drain, objectsOf, workbench } from '../../test/tool-workbench.js';
import { HttpRequestTool, WebSearchTool } from './web.tools.js';

async function runTool(tool: BaseMcpTool, parameters: Record<string, unknown>) {
  const { executor } = workbench([tool]);
  return (await drain(executor.run({ tool: tool.name, parameters }, contextOf()))).result;
}

const engine = (pages: readonly WebPage[]): WebSearch => ({
  name: 'Engine',
  search: (_query, limit) => Promise.resolve(pages.slice(0, limit)),
});
const page = { url: 'https://a.example/', title: 'A', snippet: 'About a lamp.' };

describe('web-search', () => {
  it('names pages, each a source by its address', async () => {
    const result = await runTool(new WebSearchTool(engine([page, page])), { query: 'lamp', limit: 1 });
    expect(objectsOf(result)).toEqual([page]);
    expect(result.sources).toMatchObject([{ id: page.url, content: 'A\nAbout a lamp.', metadata: { url: page.url } }]);
    expect(result.data[0]?.message).toBe("Engine names 1 pages for 'lamp'.");
  });

  it('says that it found nothing', async () => {
    expect(await runTool(new WebSearchTool(engine([])), { query: 'lamp' })).toMatchObject({
      success: false,
      suggestion: 'Try broader terms.',
    });
  });

  it('sends nothing anywhere where no engine is set', async () => {
    const result = await runTool(new WebSearchTool(null), { query: 'lamp' });
    expect(result.error).toContain('SEARXNG_URL');
  });
});

describe('http-request', () => {
  const answering = (resource: Partial<WebResource>): WebClient => ({
    allowedHosts: ['a.example'],
    request: ({ url }) => Promise.resolve({ url, status: 200, mediaType: 'text/plain', text: 'Lamp.', ...resource }),
  });

  it('reads a text', async () => {
    const result = await runTool(new HttpRequestTool(answering({})), { url: 'https://a.example/x' });
    expect(objectsOf(result)).toEqual([
      { url: 'https://a.example/x', status: 200, mediaType: 'text/plain', text: 'Lamp.' },
    ]);
  });

  it('takes a refusal of the host for no result', async () => {
    const result = await runTool(new HttpRequestTool(answering({ status: 404 })), { url: 'https://a.example/x' });
    expect(result).toMatchObject({ success: false, error: 'https://a.example/x answers with status 404.' });
  });

  it.each(['ftp://a.example/x', 'not an address', 'javascript:alert(1)'])('does not take %s', async (url) => {
    expect(await runTool(new HttpRequestTool(answering({})), { url })).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('reads from nowhere without a list of hosts, and has only two methods', async () => {
    const web = new GuardedWebClient({ allowedHosts: [], timeoutMs: 100, maxBytes: 100 });
    const nowhere = await runTool(new HttpRequestTool(web), { url: 'https://a.example/x' });
    expect(nowhere).toMatchObject({ code: 'FORBIDDEN' satisfies ArbiterError['code'] });
    const post = await runTool(new HttpRequestTool(web), { url: 'https://a.example/x', method: 'POST' });
    expect(post).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
