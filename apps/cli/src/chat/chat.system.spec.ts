import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { NDJSON_MEDIA_TYPE } from '@arbiter/contracts';
import { hasTerminal, TerminalProgram } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answered } from '../testing/examples.js';

const ARBITER = fileURLToPath(new URL('../../bin/arbiter.mjs', import.meta.url));
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const UP = '\u001b[A';

(hasTerminal() ? describe : describe.skip)('arbiter chat at a terminal', () => {
  let server: Server | undefined;
  let person: TerminalProgram | undefined;

  afterEach(() => {
    person?.leave();
    server?.closeAllConnections();
    server?.close();
  });

  /** A server that answers every question but those that begin with "wait". */
  async function serve(onHangUp: () => void): Promise<string> {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE });
        response.write(
          `${JSON.stringify({ type: 'stage', stage: 'retrieve', status: 'started', ms: 0, detail: '' })}\n`,
        );
        const { query } = JSON.parse(body) as { query: string };
        if (query.startsWith('wait')) response.once('close', onHangUp);
        else response.end(`${JSON.stringify({ type: 'result', result: answered({ query }) })}\n`);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('shows what it does, stops at Ctrl-C, completes and repeats lines, outlives its server and ends at Ctrl-D', async () => {
    let hangUp: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
    person = new TerminalProgram(['node', ARBITER, 'chat', '--server', await serve(hangUp)]);
    await person.sees('> ');
    person.type('wait for me\r');
    await person.sees('retrieve …');
    person.type(CTRL_C);
    await person.sees('Stopped.');
    await hungUp;
    await person.sees('> ');
    person.type('Who keeps the light?\r');
    await person.sees('Ada keeps the light [1].');
    await person.sees('> ');
    person.type('/sour');
    await person.sees('/sour');
    // Alone: a tab amid other keys is taken for one that was pasted.
    person.type('\t');
    await person.sees('ces');
    person.type('\r');
    await person.sees('The Light › Keepers');
    await person.sees('> ');
    server?.closeAllConnections();
    server?.close();
    person.type(`${UP}${UP}\r`);
    await person.sees('Who keeps the light?');
    await person.sees('Nobody answers at');
    await person.sees('> ');
    person.type(CTRL_D);
    expect(await person.ended).toBe(0);
  });

  it('ends at Ctrl-C where nothing runs, after it has cleared what was typed', async () => {
    person = new TerminalProgram(['node', ARBITER, 'chat', '--server', await serve(() => undefined)], {
      NO_COLOR: '1',
    });
    await person.sees('> ');
    person.type('half a quest');
    await person.sees('half a quest');
    person.type(CTRL_C);
    person.type('/help\r');
    await person.sees('/sources [n]');
    // oxlint-disable-next-line no-control-regex -- a colour
    expect(person.unread).not.toMatch(/\u001b\[3\dm/);
    await person.sees('> ');
    person.type(CTRL_C);
    expect(await person.ended).toBe(0);
  });
});
