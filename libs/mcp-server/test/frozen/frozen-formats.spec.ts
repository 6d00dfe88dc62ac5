import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query } from '@arbiter/contracts';
import { ScriptedCaller } from '@arbiter/testing';
import { describeFrozenFormat, layoutOfValue } from '@arbiter/testing/frozen';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpHttpHandler } from '../../src/http/mcp-http.handler.js';
import { fetchFrom, httpOptions, newClient, type Way } from '../connect-client.js';
import { answerTo, LIBRARY } from '../library.fixture.js';

const ENDPOINT = 'http://localhost/mcp';
const FILE = 'exchanges.json';
const SESSION = 'mcp-session-id';

/** A request of the official client, and what it was answered. */
interface Exchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: Answer;
}

interface Answer {
  readonly status: number;
  readonly mediaType: string | null;
  /** The messages of a stream, or the one of a body. */
  readonly messages: readonly unknown[];
}

type Fetch = ReturnType<typeof fetchFrom>;

function serve(): McpHttpHandler {
  const caller = new ScriptedCaller({
    ...LIBRARY,
    [query.name]: { events: [], output: answerTo('Who keeps the lamp?') },
  });
  return new McpHttpHandler(httpOptions(caller));
}

/** Sessions are for clients of revisions before 2026-07-28. */
describeMcp('mcp-before-2026-07-28', 'http legacy');
describeMcp('mcp-2026-07-28', 'http 2026');

function describeMcp(name: string, way: Way): void {
  describeFrozenFormat(name, {
    home: new URL(`${name}/`, import.meta.url),
    async write(folder) {
      const handler = serve();
      const seen: Exchange[] = [];
      const client = newClient(way === 'http 2026' ? '2026-07-28' : undefined);
      await client.connect(new StreamableHTTPClientTransport(new URL(ENDPOINT), { fetch: tap(handler, seen) }));
      await client.callTool({ name: 'query', arguments: { query: 'Who keeps the lamp?' } });
      await client.listPrompts();
      await client.listResourceTemplates();
      await client.close();
      await handler.close();
      await writeFile(join(folder, FILE), `${JSON.stringify(seen, null, 1)}\n`);
    },
    async layout(folder) {
      const exchanges = await exchangesIn(folder);
      return exchanges.map(({ body, answer, ...request }) =>
        layoutOfValue({ ...request, body: JSON.parse(body || 'null') as unknown, answer }),
      );
    },
    async read(folder) {
      const handler = serve();
      const answers: Answer[] = [];
      let session: string | null = null;
      for (const { method, headers, body } of await exchangesIn(folder)) {
        const known = session !== null && SESSION in headers ? { ...headers, [SESSION]: session } : headers;
        const response = await fetchFrom(handler)(ENDPOINT, { method, headers: known, ...(body && { body }) });
        session = response.headers.get(SESSION) ?? session;
        answers.push(await answerOf(response));
      }
      await handler.close();
      return answers;
    },
  });
}

function tap(handler: McpHttpHandler, seen: Exchange[]): Fetch {
  const send = fetchFrom(handler);
  return async (url, init) => {
    const response = await send(url, init);
    // A stream that only says what happens later never ends.
    if (init?.method !== 'POST') return response;
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const body = typeof init.body === 'string' ? init.body : '';
    seen.push({ method: 'POST', headers, body, answer: await answerOf(response.clone()) });
    return response;
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const data = [...text.matchAll(/^data: (.+)$/gm)].map(([, line = '']) => line);
  const messages = (data.length > 0 ? data : text === '' ? [] : [text]).map((line) => JSON.parse(line) as unknown);
  return { status: response.status, mediaType: response.headers.get('content-type'), messages };
}

async function exchangesIn(folder: string): Promise<Exchange[]> {
  return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Exchange[];
}
