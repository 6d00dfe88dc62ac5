import { describe, expect, it } from '@jest/globals';
import { startHttpStandIn } from './http-stand-in.js';

describe('an HTTP stand-in', () => {
  it('answers what the request is', async () => {
    const server = await startHttpStandIn(({ target, headers, body }, answer) =>
      answer.json(201, { target, key: headers['x-key'], body }, { 'x-more': 'yes' }),
    );
    const response = await fetch(`${server.url}/a?b=c`, { method: 'POST', body: 'text', headers: { 'x-key': 'k' } });
    expect([response.status, response.headers.get('x-more'), await response.json()]).toEqual([
      201,
      'yes',
      { target: 'POST /a?b=c', key: 'k', body: 'text' },
    ]);
    await server.close();
    await server.close();
  });

  it('tears a stream into packets, and loses nothing', async () => {
    const said = 'data: 灯塔 👩‍👩‍👧‍👦\n\n'.repeat(10);
    const server = await startHttpStandIn((_, answer) => answer.stream('text/plain', said, 'end'));
    const { body } = await fetch(server.url);
    const packets: Uint8Array[] = [];
    for await (const packet of body!) packets.push(packet as Uint8Array);
    expect(packets.length).toBeGreaterThan(5);
    expect(Buffer.concat(packets).toString()).toBe(said);
    await server.close();
  });

  it('cuts', async () => {
    const server = await startHttpStandIn((_, answer) => answer.stream('text/plain', 'half an', 'cut'));
    await expect(fetch(server.url).then((response) => response.text())).rejects.toThrow();
    await server.close();
  });

  it('notices a client that goes away, not one that it has served or cut', async () => {
    const server = await startHttpStandIn(({ target }, answer) =>
      answer.stream('text/plain', 'half an', target === 'GET /hang' ? 'hang' : target === 'GET /cut' ? 'cut' : 'end'),
    );
    let noticed = false;
    const left = server.untilAbandoned(1).then(() => {
      noticed = true;
    });
    await (await fetch(server.url)).text();
    await expect(fetch(`${server.url}/cut`).then((response) => response.text())).rejects.toThrow();
    expect(noticed).toBe(false);
    const controller = new AbortController();
    await fetch(`${server.url}/hang`, { signal: controller.signal });
    controller.abort();
    await left;
    await server.close();
  });

  it('says why it could not answer', async () => {
    const server = await startHttpStandIn(() => {
      throw new RangeError('no such path');
    });
    const response = await fetch(server.url);
    expect([response.status, await response.text()]).toEqual([500, 'RangeError: no such path']);
    await server.close();
  });
});
