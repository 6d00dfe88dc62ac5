import { describe, expect, it } from '@jest/globals';
import { benchMcpSessions } from './mcp-sessions.bench.js';

/** A session that held its own list of tools took 70 KiB. */
const MOST_KIB = 40;

describe('the benchmark of MCP sessions', () => {
  it('finds that a session holds a few kilobytes, and that they go with it', async () => {
    const { figures } = await benchMcpSessions({ sessions: 200 });
    const { heapKiBASession = NaN, beforeHeapMiB = NaN, endedHeapMiB = NaN } = figures;
    expect(heapKiBASession).toBeGreaterThan(0);
    expect(heapKiBASession).toBeLessThan(MOST_KIB);
    expect(endedHeapMiB - beforeHeapMiB).toBeLessThan((200 * MOST_KIB) / 1_024);
  }, 120_000);
});
