import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/** A scenario runs for half a minute at most. */
const SUITE_MS = 8 * 60_000;

/** The official suite wants Node 22. A package brings one, but puts it in the way of npm's scripts: it is no dependency. */
function programs(): { readonly node: string; readonly suite: string; readonly requirements: string } | null {
  try {
    const isNew = Number(process.versions.node.split('.')[0]) >= 22;
    const node = isNew
      ? process.execPath
      : require.resolve(`node-${process.platform}-${process.arch}/package.json`).replace(/package\.json$/, 'bin/node');
    const folder = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
    return { node, suite: join(folder, 'dist/index.js'), requirements: join(folder, 'requirements') };
  } catch {
    return null;
  }
}

/** Why the suite cannot run here; null where it can. */
export function noSuite(): string | null {
  const found = programs();
  if (!found || !existsSync(found.suite)) return 'the conformance suite and Node 22 are not installed';
  return null;
}

const Requirements = z.looseObject({ server: z.array(z.string()) });

/** The scenarios that a revision requires of a server. */
export async function requiredScenarios(revision: string): Promise<string[]> {
  const { requirements } = found();
  return Requirements.parse(parse(await readFile(join(requirements, `${revision}.yaml`), 'utf8'))).server;
}

export interface SuiteRun {
  /** By scenario, those that are not scored among them: whether none of its checks failed. */
  readonly passed: ReadonlyMap<string, boolean>;
  readonly checks: { readonly passed: number; readonly failed: number };
  readonly output: string;
}

/** @param cwd where it may write */
export async function runSuite(url: string, revision: string, cwd: string): Promise<SuiteRun> {
  const { node, suite } = found();
  const args = [suite, 'server', '--url', url, '--requirements', revision];
  const child = spawn(node, args, { cwd, env: { PATH: process.env.PATH, NO_COLOR: '1' }, timeout: SUITE_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  // ✓ tools-list: 3 passed, 0 failed
  const lines = [...output.matchAll(/^\s*[✓✗○~-]? ?([a-z0-9-]+): (\d+) passed, (\d+) failed/gmu)];
  const numbers = lines.map(([, name = '', passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }));
  return {
    passed: new Map(numbers.map(({ name, failed }) => [name, failed === 0])),
    checks: {
      passed: numbers.reduce((sum, { passed }) => sum + passed, 0),
      failed: numbers.reduce((sum, { failed }) => sum + failed, 0),
    },
    output,
  };
}

function found() {
  const here = programs();
  if (!here) throw new Error('the conformance suite is not installed');
  return here;
}
