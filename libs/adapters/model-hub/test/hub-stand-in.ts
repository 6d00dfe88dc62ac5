import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next answer with content of a file goes wrong. */
export type Fault =
  /** The connection breaks after so many bytes. */
  | { readonly cutAfter: number }
  /** It stays open after so many bytes, and nothing more comes. */
  | { readonly stallAfter: number }
  /** It stays open, and nothing comes at all. */
  | { readonly silent: true }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** These bytes instead of the file's. */
  | { readonly content: Buffer }
  /** The whole file, whatever range was asked for. */
  | { readonly ignoreRange: true };

export interface HubStandIn {
  readonly url: string;
  /** Content by path; those that end in .onnx are large files, as a hub sees it. */
  readonly files: Map<string, Buffer>;
  /** Of the answers with content that come next, in turn; null for one that goes well. */
  readonly faults: (Fault | null)[];
  /** What was asked for: path, and the range where there was one. */
  readonly requests: string[];
  /** Commit of `main`. */
  revision: string;
  /** What the description of the model says instead; undefined: it never ends. */
  description: { readonly status: number; readonly body: unknown } | null;
  close(): Promise<void>;
}

const MODEL = 'tiny/overlap';

/** A model hub with one model, on 127.0.0.1: the published shapes of requests and answers, and faults on demand. */
export async function startHubStandIn(files: Readonly<Record<string, Buffer>>): Promise<HubStandIn> {
  const server = createServer((request, response) => answer(hub, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hub: HubStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(Object.entries(files)),
    faults: [],
    requests: [],
    revision: 'a'.repeat(40),
    description: null,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
  return hub;
}

function answer(hub: HubStandIn, { url = '', headers }: IncomingMessage, response: ServerResponse): void {
  hub.requests.push(headers.range === undefined ? url : `${url} ${headers.range}`);
  const json = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const [described, revision] = /^\/api\/models\/tiny\/overlap\/revision\/(\w+)\?blobs=true$/.exec(url) ?? [];
  if (described !== undefined) {
    // Headers, and then nothing.
    if (hub.description?.body === undefined && hub.description) response.writeHead(200).flushHeaders();
    else if (hub.description) json(hub.description.status, hub.description.body);
    else if (revision !== 'main' && revision !== hub.revision) json(404, { error: 'Invalid rev id' });
    else json(200, { id: MODEL, sha: hub.revision, siblings: [...hub.files].map(sibling) });
    return;
  }
  if (url.startsWith('/api/')) {
    // As the hub does it: it says 401 of what is not there.
    json(401, { error: 'Invalid username or password.' });
    return;
  }
  const path = url.replace(/^\/cdn\//, '').replace(`/${MODEL}/resolve/${hub.revision}/`, '');
  const content = hub.files.get(path);
  if (!content) {
    json(404, { error: 'Entry not found' });
    return;
  }
  if (path.endsWith('.onnx') && !url.startsWith('/cdn/')) {
    response.writeHead(302, { location: `/cdn/${path}`, 'x-linked-etag': `"${digest('sha256', content)}"` }).end();
    return;
  }
  send(content, headers.range, hub.faults.shift() ?? null, response);
}

function sibling([rfilename, content]: readonly [string, Buffer]): unknown {
  const size = content.length;
  const lfs = { size, sha256: digest('sha256', content), pointerSize: 134 };
  const blobId = digest('sha1', Buffer.from(`blob ${size}\0`), content);
  return rfilename.endsWith('.onnx') ? { rfilename, size, blobId: 'f'.repeat(40), lfs } : { rfilename, size, blobId };
}

function send(content: Buffer, range: string | undefined, fault: Fault | null, response: ServerResponse): void {
  if (fault && 'status' in fault) {
    response.writeHead(fault.status, fault.headers ?? {}).end();
    return;
  }
  if (fault && 'silent' in fault) return;
  const whole = fault && 'content' in fault ? fault.content : content;
  const from = fault && 'ignoreRange' in fault ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from >= whole.length) {
    response.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end();
    return;
  }
  const part = whole.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': part.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
  });
  if (fault && 'cutAfter' in fault) response.write(part.subarray(0, fault.cutAfter), () => void response.destroy());
  else if (fault && 'stallAfter' in fault) response.write(part.subarray(0, fault.stallAfter));
  else response.end(part);
}

export function digest(algorithm: 'sha1' | 'sha256', ...parts: readonly Buffer[]): string {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
