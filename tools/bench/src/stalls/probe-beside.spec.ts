import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { probeBeside } from './hostile-requests.js';

const STALL_MS = 300;

/** Answers at once, but for `/stall`, which keeps the whole process waiting. */
const server = createServer((request, response) => {
  if (request.url === '/stall') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
  response.end('here');
});

describe('probeBeside', () => {
  it('tells how long others waited for a request that held the server', async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async (): Promise<string> => {
      // Probes are under way by then.
      for (let probed = 0; probed < 3; probed += 1) await fetch(`${url}/`).then((response) => response.text());
      return (await fetch(`${url}/stall`)).text();
    };
    try {
      const { result, longestMs } = await probeBeside(`${url}/live`, ask, SYSTEM_CLOCK);
      expect(result).toBe('here');
      expect(longestMs).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });

  it('fails with what it probed beside, and stops', async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const failing = probeBeside(url, () => Promise.reject(new Error('refused')), SYSTEM_CLOCK);
      await expect(failing).rejects.toThrow('refused');
    } finally {
      server.close();
    }
  });
});
