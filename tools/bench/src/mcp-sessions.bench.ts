import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  describeMachine,
  installedVersion,
  prefixFigures,
  wholeNumber,
  type BenchReport,
  type BenchWords,
} from './benchmark.js';
import { McpClientSession } from './sessions/mcp-client-session.js';
import { StandaloneServer } from './standalone-server.js';

export interface McpSessionsBenchOptions {
  /** Held at once; the server holds 1,000 at most. Default 1,000. */
  readonly sessions?: number;
}

/** Compiled, whether this module is or not. */
const MEMORY_HOOK = new URL('../dist/sessions/collected-memory.child.js', import.meta.url).href;
/** Opened and ended before anything is measured: the first ones load and compile what all later ones use. */
const FIRST_SESSIONS = 200;
const MIB = 2 ** 20;
const PATIENCE_MS = 60_000;

const Memory = z.object({ uncollectedRss: z.number(), rss: z.number(), heapUsed: z.number(), external: z.number() });

/** @throws ArbiterError INVALID_REQUEST for anything but a whole number from 1 */
export function mcpSessionsBenchOptions(words: BenchWords): McpSessionsBenchOptions {
  return { sessions: wholeNumber(words, 'sessions', 1_000) };
}

/** Measures a server's memory while sessions of the Model Context Protocol are held, and after they have ended. */
export async function benchMcpSessions({ sessions = 1_000 }: McpSessionsBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-bench-sessions-'));
  try {
    const server = await StandaloneServer.start(folder, {}, MEMORY_HOOK);
    try {
      await end(await open(server, FIRST_SESSIONS));
      const before = await memoryOf(server);
      const held = await open(server, sessions);
      const during = await memoryOf(server);
      await end(held);
      const after = await memoryOf(server);
      return {
        name: 'mcp-sessions',
        machine,
        versions: { '@modelcontextprotocol/server': installedVersion('@modelcontextprotocol/server') },
        figures: {
          sessions,
          ...prefixFigures('before', before),
          ...prefixFigures('held', during),
          ...prefixFigures('ended', after),
          heapKiBASession: ((during.heapMiB - before.heapMiB) * 1_024) / sessions,
        },
        notes: [
          `Each session was opened, greeted and listed its tools; ${FIRST_SESSIONS} were opened and ended before.`,
          'Memory of the whole server after its garbage was collected; uncollected: as it stood before.',
          'Resident memory moves by some 50 MiB with what the collector gives back to the system; the heap tells what sessions hold.',
        ],
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open({ url }: StandaloneServer, count: number): Promise<McpClientSession[]> {
  const sessions: McpClientSession[] = [];
  while (sessions.length < count) sessions.push(await McpClientSession.open(url));
  return sessions;
}

async function end(sessions: readonly McpClientSession[]): Promise<void> {
  for (const session of sessions) await session.close();
}

interface ServerMemory extends Record<string, number> {
  /** Before garbage was collected. */
  readonly uncollectedRssMiB: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly externalMiB: number;
}

async function memoryOf({ child }: StandaloneServer): Promise<ServerMemory> {
  const told = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
  child.send('memory');
  const [message] = (await told) as unknown[];
  const { uncollectedRss, rss, heapUsed, external } = Memory.parse(message);
  return {
    uncollectedRssMiB: uncollectedRss / MIB,
    rssMiB: rss / MIB,
    heapMiB: heapUsed / MIB,
    externalMiB: external / MIB,
  };
}
