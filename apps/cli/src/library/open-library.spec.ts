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

  it('can be read beside a process that writes to it, but not written to', async () => {
    const holder = { pid: 42, url: null };
    expect((await runArbiter(['ask', 'x'], { scripts, holder })).exitCode).toBe(0);
    const writing = await runArbiter(['ingest', '.'], { scripts, holder });
    expect(writing).toMatchObject({ exitCode: 1, opened: [] });
    expect(writing.stderr).toContain('Process 42 is writing to the data directory');
  });
});
