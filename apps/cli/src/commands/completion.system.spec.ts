import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ARBITER = fileURLToPath(new URL('../../bin/arbiter.mjs', import.meta.url));
const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What a shell would put in the place of the last word. */
const COMPLETING: Readonly<Record<string, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `source <(arbiter completion bash); COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); ` +
    'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arbiter arbiter; printf "%s\\n" "${COMPREPLY[@]}"',
  fish: (words) => `arbiter completion fish | source; complete -C '${words.join(' ')}' | cut -f1`,
};

describe.each(Object.entries(COMPLETING))('completion in %s', (shell, script) => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-completion-'));
    const program = join(folder, 'arbiter');
    await writeFile(program, `#!/bin/sh\nexec node '${ARBITER}' "$@"\n`);
    await chmod(program, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const suggested = (...words: string[]): string[] => {
    const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, ARBITER_DATA_DIR: join(folder, 'library') };
    const { stdout } = spawnSync(shell, ['-c', script(['arbiter', ...words])], { encoding: 'utf8', env, cwd: folder });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .sort();
  };

  (isThere(shell) ? it : it.skip)('suggests commands, and the choices of an option', () => {
    expect(suggested('cha')).toEqual(['changelog', 'chat']);
    expect(suggested('ask', 'why', '--mode', '')).toEqual(['deep', 'fast', 'standard']);
  });
});
