import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { NDJSON_MEDIA_TYPE } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answered } from '../testing/examples.js';

const ARBITER = fileURLToPath(new URL('../../bin/arbiter.mjs', import.meta.url));
/** Of util-linux: a terminal that a program can sit at. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** A start on a busy machine takes its time. */
const PATIENCE_MS = 60_000;

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const UP = '\u001b[A';

/** Someone at a terminal, who reads before typing. */
class Person {
  shown = '';
  readonly ended: Promise<number | null>;
  readonly #program: ChildProcess;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const command = ['node', ARBITER, ...args].join(' ');
    const { PATH } = process.env;
    this.#program = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...(PATH !== undefined && { PATH }), TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#program.stdout?.setEncoding('utf8').on('data', (text: string) => (this.shown += text));
    this.ended = new Promise((resolve) => this.#program.once('close', resolve));
  }

  type(keys: string): void {
    this.#program.stdin?.write(keys);
  }

  /** Until it shows that, after what was waited for before. */
  async sees(what: string): Promise<void> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    while (!this.shown.includes(what)) {
      if (this.#program.exitCode !== null || deadline.aborted)
        throw new Error(`There is no ${what}: ${JSON.stringify(this.shown)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.shown = this.shown.slice(this.shown.indexOf(what) + what.length);
  }

  leave(): void {
    this.#program.kill('SIGKILL');
  }
}

(hasTerminal ? describe : describe.skip)('arbiter chat at a terminal', () => {
  let server: Server | undefined;
  let person: Person | undefined;

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
    person = new Person(['chat', '--server', await serve(hangUp)]);
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
    person = new Person(['chat', '--server', await serve(() => undefined)], { NO_COLOR: '1' });
    await person.sees('> ');
    person.type('half a quest');
    await person.sees('half a quest');
    person.type(CTRL_C);
    person.type('/help\r');
    await person.sees('/sources [n]');
    // oxlint-disable-next-line no-control-regex -- a colour
    expect(person.shown).not.toMatch(/\u001b\[3\dm/);
    await person.sees('> ');
    person.type(CTRL_C);
    expect(await person.ended).toBe(0);
  });
});
