import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, headers: IncomingHttpHeaders) => unknown;

/** A local site whose pages a test adds and removes. */
export interface WebSite {
  /** `http://127.0.0.1:port`. */
  readonly root: string;
  /** Requested paths with their queries. */
  readonly asked: string[];
  /** Answers by path with query. */
  readonly answers: Map<string, Answer>;
  /** Answers paths missing from `answers`; by default with 404. */
  fallback: (path: string) => Answer;
  /** Adds an HTML page with a text and links. */
  page(path: string, text: string, links?: readonly string[], headers?: Record<string, string>): void;
  /** Adds any content. */
  file(path: string, type: string, body: string | Uint8Array): void;
  redirect(path: string, to: string): void;
  status(path: string, status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export async function openWebSite(): Promise<WebSite> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    (answers.get(url) ?? site.fallback(url))(response, headers);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const site: WebSite = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    fallback: () => (response) => response.writeHead(404).end(),
    page(path, text, links = [], headers = {}) {
      const anchors = links.map((link) => `<li><a href="${link}">more</a></li>`).join('');
      const body = `<html><head><title>A page</title></head><body><main><p>${text}</p><ul>${anchors}</ul></main></body></html>`;
      answers.set(path, (response) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body));
    },
    file(path, type, body) {
      answers.set(path, (response) => response.writeHead(200, { 'content-type': type }).end(body));
    },
    redirect(path, location) {
      answers.set(path, (response) => response.writeHead(302, { location }).end());
    },
    status(path, status, headers = {}) {
      answers.set(path, (response) => response.writeHead(status, headers).end());
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return site;
}
