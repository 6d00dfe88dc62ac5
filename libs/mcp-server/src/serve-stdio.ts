import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerSurroundings } from './create-mcp-server.js';

export interface StdioOptions extends Omit<McpServerSurroundings, 'originOf'> {
  readonly stdin: Readable;
  /** Holds messages of the protocol and nothing else. */
  readonly stdout: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Serves one client over two streams until it closes its end. Calls that still run then are cancelled. */
export async function serveMcpStdio({ stdin, stdout, signal, ...surroundings }: StdioOptions): Promise<void> {
  const handle = serveStdio(() => createMcpServer(surroundings), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: surroundings.onError,
  });
  await ended(stdin, signal);
  await handle.close();
  // A pipe that stays open would keep the process.
  stdin.destroy();
}

function ended(stdin: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (signal.aborted || stdin.destroyed || stdin.readableEnded) done();
    stdin.once('end', done).once('close', done).once('error', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
