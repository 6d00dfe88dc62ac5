import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, NDJSON_MEDIA_TYPE } from '@arbiter/contracts';
import { PAGE_POLICY } from '@arbiter/platform';

const SITE = fileURLToPath(new URL('../../../../../apps/console/dist/site', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};

/** A token each, at the pace of a quick language model. In milliseconds. */
export const TOKEN_MS = 25;
export const TOKENS = 300;
/** Exchanges of the long session. */
export const EXCHANGES = 200;

export interface ScriptedServer {
  readonly url: string;
  /** Bytes of each file that was asked for, compressed as a proxy would send it. */
  readonly sent: ReadonlyMap<string, number>;
  /** When the first token left, in milliseconds since the Unix epoch. */
  firstTokenAt(): number;
  close(): void;
}

/**
 * Serves the built page, and answers its requests as an orchestrator with a language model would, at a known pace: what is measured
 * is the page.
 *
 * @param answer a real one, which every question gets
 */
export async function startScriptedServer(answer: Answer): Promise<ScriptedServer> {
  const sent = new Map<string, number>();
  let firstTokenAt = 0;
  const messages = Array.from({ length: 2 * EXCHANGES }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: index % 2 === 0 ? `Question ${index / 2}?` : answer.answer,
    timestamp: answer.createdAt,
    metadata: index % 2 === 0 ? {} : { answer_id: `a${index}` },
  }));
  const answers: Readonly<Record<string, object>> = {
    '/v1/console/session': { isOpen: true, isSignedIn: false, name: null, role: 'admin', means: [], publicUrl: null },
    '/v1/sessions': { sessions: [], next: null },
    '/v1/sessions/long': { sessionId: 'long', messages },
    '/v1/domains': { domains: [] },
    '/v1/collections': { collections: [] },
  };
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://page');
    if (pathname === '/v1/query') void streamAnswer(res, answer, () => (firstTokenAt = Date.now()));
    else if (pathname.startsWith('/v1/answers/')) {
      const id = pathname.split('/').at(-1) ?? '';
      sendJson(res, { id, kind: 'query', shown: { answer: { ...answer, id }, events: [] } });
    } else if (answers[pathname]) sendJson(res, answers[pathname]);
    else sendFile(res, pathname === '/' ? '/index.html' : pathname, sent);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    firstTokenAt: () => firstTokenAt,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendJson(res: ServerResponse, value: object): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendFile(res: ServerResponse, path: string, sent: Map<string, number>): void {
  const file = join(SITE, path);
  if (!existsSync(file)) {
    res.writeHead(404).end();
    return;
  }
  const body = gzipSync(readFileSync(file));
  sent.set(path, body.length);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  res.writeHead(200, {
    'content-type': type,
    'content-encoding': 'gzip',
    'content-security-policy': PAGE_POLICY,
  });
  res.end(body);
}

/** Drafts of one word, of which every twentieth ends a sentence, and every sixtieth a paragraph. */
async function streamAnswer(res: ServerResponse, answer: Answer, onFirst: () => void): Promise<void> {
  res.writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE });
  const write = (message: object) => res.write(`${JSON.stringify(message)}\n`);
  write({ type: 'stage', stage: 'synthesise', status: 'started', ms: 0, detail: '' });
  await delay(300);
  onFirst();
  for (let n = 0; n < TOKENS; n++) {
    const isEnd = n % 20 === 19;
    const sentence = `word ${n}. A whole sentence of the answer stands here, with **bold** in it.${n % 60 === 59 ? '\n\n' : ' '}`;
    write({ type: 'draft', text: isEnd ? sentence : ` word${n}`, ...(!isEnd && { provisional: true }) });
    await delay(TOKEN_MS);
  }
  write({ type: 'result', result: { ...answer, id: 'live' } });
  res.end();
}
