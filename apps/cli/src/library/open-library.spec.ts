import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { answered } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const scripts = { 'orchestrator.query': { output: answered() } };

describe('which library a command works on', () => {
  it('is the data directory itself when nobody holds it', async () => {
    const { opened } = await runArbiter(['ask', 'x'], { scripts });
    expect(opened).toEqual([expect.objectContaining({ http: false, readOnly: true, warm: ['embedder', 'reader'] })]);
    // All arms: tools ask for documents and entities.
    expect(opened[0]).not.toHaveProperty('arms');
  });

  it('is the server that holds the data directory, and it says so', async () => {
    const holder = { pid: 42, url: 'http://127.0.0.1:1' };
    const { opened, stderr } = await runArbiter(['ask', 'x'], { scripts, holder });
    expect(opened).toEqual([]);
    expect(stderr).toContain('Using the server at http://127.0.0.1:1 (process 42)');
  });

  it('is the named server, whoever holds the data directory', async () => {
    const holder = { pid: 42, url: 'http://127.0.0.1:2' };
    const { opened, stderr } = await runArbiter(['ask', 'x', '--server', 'http://127.0.0.1:1'], { scripts, holder });
    expect(opened).toEqual([]);
    expect(stderr).toBe(
      'arbiter: Nobody answers at http://127.0.0.1:1: start a server with "arbiter serve", or leave --server out.\n',
    );
  });

  describe('while a server is starting', () => {
    const starting = { pid: 42, url: null, starting: true };

    it('is that server, once it answers, with one line about the wait', async () => {
      const holders = [starting, starting, { pid: 42, url: 'http://127.0.0.1:1' }];
      for (const argv of [
        ['ask', 'x'],
        ['ask', 'x', '--json'],
        ['ingest', '.'],
      ]) {
        const { opened, stderr } = await runArbiter(argv, { scripts, holders });
        expect(opened).toEqual([]);
        expect(stderr.match(/is starting \(process 42\): waiting until it answers/g)).toHaveLength(1);
        expect(stderr).toContain('Using the server at http://127.0.0.1:1');
      }
    });

    it('is the data directory itself when the server ends instead', async () => {
      const { exitCode, opened } = await runArbiter(['ask', 'x'], { scripts, holders: [starting, null] });
      expect([exitCode, opened.length]).toEqual([0, 1]);
    });

    it('is none when the user does not want to wait', async () => {
      const signals = new EventEmitter();
      const run = runArbiter(['ask', 'x'], { scripts, holder: starting, signals });
      setImmediate(() => signals.emit('SIGINT'));
      expect(await run).toMatchObject({
        exitCode: 130,
        opened: [],
        stderr: expect.stringContaining('Stopped waiting'),
      });
    });
  });

  it('can be read beside a process that writes to it, but not written to', async () => {
    const holder = { pid: 42, url: null };
    expect((await runArbiter(['ask', 'x'], { scripts, holder })).exitCode).toBe(0);
    const writing = await runArbiter(['ingest', '.'], { scripts, holder });
    expect(writing).toMatchObject({ exitCode: 1, opened: [] });
    expect(writing.stderr).toContain('Process 42 is writing to the data directory');
  });
});
