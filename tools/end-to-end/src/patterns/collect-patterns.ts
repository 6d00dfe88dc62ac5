/**
 * Prints, as JSON, every pattern that the built packages make while they load, and those that they make for hostile names.
 * A linter reads regular expression literals; these patterns are built from strings.
 *
 * node collect-patterns.js <root of the workspace>
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface CollectedPattern {
  readonly source: string;
  readonly flags: string;
  /** Path of the file whose code made it, from the root of the workspace, and the line there. */
  readonly madeAt: string;
}

const root = process.argv[2] ?? process.cwd();
const FOLDERS = ['libs', 'libs/adapters', 'libs/models', 'apps', 'domains/warhammer-40k'];
const OWN_CODE = /(?:libs|apps|domains)\/(?:(?:adapters|models|warhammer-40k)\/)?[\w-]+\/dist\/\S+:\d+:\d+/;
/** Read as patterns, these take exponential time, or are none. */
const HOSTILE_NAMES = ['A(a+)+$', 'A.*.*.*x', 'A|A|A*', 'A[', 'A\\', 'A{2,}'];

const collected = new Map<string, CollectedPattern>();
const Native = globalThis.RegExp;
globalThis.RegExp = new Proxy(Native, {
  construct: (target, args, made) => noted(Reflect.construct(target, args, made) as RegExp),
  apply: (target, self, args) => noted(Reflect.apply(target, self, args) as RegExp),
});

function noted(pattern: RegExp): RegExp {
  const [first = '', ...others] =
    new Error('made here').stack
      ?.split('\n')
      .filter((line) => line.includes('file:'))
      .slice(1) ?? [];
  // Not what our dependencies make for themselves.
  const maker = [first, ...others].find((line) => OWN_CODE.test(line));
  if (maker !== undefined && !first.includes('/node_modules/')) {
    const { source, flags } = pattern;
    const madeAt = OWN_CODE.exec(maker)?.[0] ?? '';
    collected.set(`${source}/${flags}`, { source, flags, madeAt });
  }
  return pattern;
}

function load(...path: string[]): Promise<Record<string, unknown>> {
  return import(pathToFileURL(join(root, ...path)).href) as Promise<Record<string, unknown>>;
}

for (const folder of FOLDERS) {
  for (const name of readdirSync(join(root, folder))) {
    const index = join(folder, name, 'dist/index.js');
    if (existsSync(join(root, index))) await load(index);
  }
}

const { resolveAliases } = (await load('apps/orchestrator/dist/retrieval/resolve-names.js')) as {
  resolveAliases: (query: string, passages: readonly object[]) => string | null;
};
const { mentionsOf } = (await load('apps/orchestrator/dist/memory/references/mentions.js')) as {
  mentionsOf: (exchanges: readonly object[]) => unknown;
};
for (const name of HOSTILE_NAMES) {
  resolveAliases(`Who is ${name}?`, [{ documentId: name, title: 'A title', metadata: { aliases: [name] } }]);
  mentionsOf([{ question: `Which ${name} is Dr ${name} in charge of?`, answer: `Dr ${name} leads ${name} 3.` }]);
}

process.stdout.write(JSON.stringify([...collected.values()]));
// Stores and models that were loaded may hold the process open.
process.exit(0);
