import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createProgressDisplay } from './progress.display.js';
import { createTerminal } from './terminal.js';

const state = (settled: number) => ({ label: 'notes', settled, total: 4, detail: `${settled * 3} chunks` });

describe('progress', () => {
  it('is a line now and then where nobody watches, and always the last state', () => {
    let stderr = '';
    let now = 0;
    const terminal = createTerminal({
      stdout: { write: () => undefined },
      stderr: { write: (text) => (stderr += text) },
      env: {},
    });
    const display = createProgressDisplay(terminal, () => now);
    for (const settled of [0, 1, 2, 3]) {
      display.show(state(settled));
      now += 2_000;
    }
    display.show(state(4));
    display.end();
    expect(stderr).toBe(
      'notes: 0 of 4 documents, 0 chunks\nnotes: 3 of 4 documents, 9 chunks\nnotes: 4 of 4 documents, 12 chunks\n',
    );
  });

  it('shows the name of a file on its own line, and obeys none', () => {
    const hostile = { label: 'no\u001b[2Jtes', settled: 4, total: 4, detail: '12 chunks · a\nnotes: done\u202E.md' };
    let stderr = '';
    const err = { write: (text: string) => (stderr += text) };
    const lines = createProgressDisplay(createTerminal({ stdout: err, stderr: err, env: {} }), () => 0);
    lines.show(hostile);
    lines.end();
    expect(stderr).toBe('no\uFFFD[2Jtes: 4 of 4 documents, 12 chunks · a notes: done\uFFFD.md\n');
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
    const bar = createProgressDisplay(createTerminal({ stdout: err, stderr: stream, env: {} }), () => 0);
    bar.show(hostile);
    bar.end();
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(String(stream.read())).not.toMatch(/\u001b\[2J|\u202E|a\n/);
  });

  it('is a bar on a terminal', () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const terminal = createTerminal({ stdout: { write: () => undefined }, stderr: stream, env: {} });
    const display = createProgressDisplay(terminal, () => 0);
    display.show(state(1));
    display.show(state(4));
    display.end();
    const shown = String(stream.read());
    expect(shown).toContain('notes [======');
    expect(shown).toContain('4/4 12 chunks');
  });
});

describe('colours', () => {
  const tty = { isTTY: true, write: () => undefined };
  const file = { write: () => undefined };

  it('are there on a terminal only', () => {
    expect(createTerminal({ stdout: tty, stderr: tty, env: {} }).outColours.isColorSupported).toBe(true);
    expect(createTerminal({ stdout: file, stderr: tty, env: {} }).outColours.isColorSupported).toBe(false);
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('are not there with %p', (env) => {
    expect(createTerminal({ stdout: tty, stderr: tty, env }).outColours.isColorSupported).toBe(false);
  });
});
