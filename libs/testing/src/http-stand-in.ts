import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  /** Method and path, e.g. `POST /v1/messages`. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a stand-in answers one request; call one of them once. */
export interface StandInAnswer {
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Promise<void>;
  /**
   * A body in small packets that are torn anywhere, also inside a character. `end`: as it should; `cut`: the connection
   * breaks; `hang`: it stays open and nothing more comes. With `hang` and no body not even a status comes.
   */
  stream(contentType: string, body: string, then: 'end' | 'cut' | 'hang'): Promise<void>;
}

/** A vendor's server as its published protocol describes it, on 127.0.0.1. */
export interface HttpStandIn {
  readonly url: string;
  /** Resolves once that many clients have closed their connection before they had the whole answer. */
  untilAbandoned(count: number): Promise<void>;
  /** Breaks open connections. */
  close(): Promise<void>;
}

/** Bytes of a packet, in turn. Odd, so that no boundary of a line or character stays unbroken for long. */
const PACKET_SIZES = [1, 3, 7, 2, 61, 5, 13];

/** @param answer called for every request; what it throws becomes a status 500, so that the test fails visibly */
export async function startHttpStandIn(
  answer: (request: ReceivedRequest, answer: StandInAnswer) => void | Promise<void>,
): Promise<HttpStandIn> {
  let abandoned = 0;
  const waiting = new Set<() => void>();
  const server = createServer((incoming, response) => {
    let ours = false;
    response.once('close', () => {
      if (response.writableFinished || ours) return;
      abandoned++;
      for (const look of waiting) look();
    });
    const own = (): void => {
      ours = true;
    };
    handle(incoming, response, answer, own).catch((cause: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(cause));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilAbandoned: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (abandoned < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: (request: ReceivedRequest, answer: StandInAnswer) => void | Promise<void>,
  breaksOff: () => void,
): Promise<void> {
  const body = await text(incoming);
  const request = { target: `${incoming.method} ${incoming.url}`, headers: incoming.headers, body };
  await answer(request, {
    json: (status, content, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(content));
      return Promise.resolve();
    },
    stream: async (contentType, content, then) => {
      if (content !== '' || then === 'end') response.writeHead(200, { 'content-type': contentType });
      await writeTorn(response, Buffer.from(content));
      if (then === 'end') response.end();
      if (then === 'cut') {
        breaksOff();
        response.destroy();
      }
    },
  });
}

async function writeTorn(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (let start = 0, packet = 0; start < bytes.length && !response.destroyed; packet++) {
    const size = PACKET_SIZES[packet % PACKET_SIZES.length] ?? 1;
    response.write(bytes.subarray(start, start + size));
    start += size;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
