import { createServer } from 'node:http';
import { freePort } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { Doors } from './steady-load.js';

describe('Doors', () => {
  it('send each request of a crowd to the other door when one is closed', async () => {
    const [open, closed] = [await freePort(), await freePort()];
    const server = createServer((_, response) => void response.end('{}')).listen(open, '127.0.0.1');
    const doors = new Doors([open, closed].map((port) => `http://127.0.0.1:${port}`));
    const codes = await Promise.all(Array.from({ length: 31 }, () => doors.call('/')));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(codes).toEqual(Array<string>(31).fill('OK'));
    expect(doors.repeated).toBeGreaterThan(10);
  });
});
