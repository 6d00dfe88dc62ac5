import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isJSONRPCRequest, type JSONRPCMessage, type McpServer, type RequestId } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerSurroundings } from './create-mcp-server.js';
import { cancelledBy } from './http/session.js';
import { LibraryWatch } from './notices/library-watch.js';
import { subscribedBy } from './notices/listen-streams.js';
import { MAX_SUBSCRIPTIONS, Subscriber } from './notices/subscriber.js';

export interface StdioOptions extends Omit<McpServerSurroundings, 'originOf' | 'subscriber'> {
  readonly stdin: Readable;
  /** Holds messages of the protocol and nothing else. */
  readonly stdout: Writable;
  /** How often the library is looked at while the client wants to be told of its changes, in milliseconds. */
  readonly everyMs?: number;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Serves one client over two streams until it closes its end. Calls that still run then are cancelled. */
export async function serveMcpStdio({ stdin, stdout, signal, ...surroundings }: StdioOptions): Promise<void> {
  const watch = new LibraryWatch(surroundings);
  let server: McpServer | undefined;
  const subscriber = new Subscriber(watch, undefined, (notice) => {
    void server?.server.notification(notice).catch(surroundings.onError);
  });
  const transport = new StdioServerTransport(stdin, stdout);
  const handle = serveStdio(
    ({ era }) => {
      server = createMcpServer({ ...surroundings, subscriber });
      if (era === 'legacy') server.server.oninitialized = () => subscriber.listen(true);
      return server;
    },
    { transport, onerror: surroundings.onError },
  );
  const deliver = transport.onmessage;
  const listening = new Map<RequestId, readonly string[]>();
  transport.onmessage = (message) => {
    noteListening(message, listening, subscriber);
    deliver?.(message);
  };
  // Whichever way: its end, a fault or the signal.
  await finished(stdin, { writable: false, signal }).catch(() => undefined);
  subscriber.close();
  await handle.close();
  // A pipe that stays open would keep the process.
  stdin.destroy();
}

/**
 * Since revision 2026-07-28 the SDK keeps the subscriptions of a connection to itself and passes on to each what it has asked for,
 * out of all that it is given. What that must be is seen in the messages.
 */
function noteListening(
  message: JSONRPCMessage,
  listening: Map<RequestId, readonly string[]>,
  subscriber: Subscriber,
): void {
  const uris = subscribedBy(message);
  if (uris && isJSONRPCRequest(message)) listening.set(message.id, uris.slice(0, MAX_SUBSCRIPTIONS));
  else if (!cancelledBy(message).some((id) => listening.delete(id))) return;
  subscriber.replace(new Set([...listening.values()].flat()));
  subscriber.listen(listening.size > 0);
}
