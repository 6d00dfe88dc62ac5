// Tells .ci/run which packages a step need not look at again, since it found them green as they are.
//   node tools/workspace/dist/untouched/main.js plan STEP [--always FOLDER] [--with TEXT]
//     prints `key<TAB>path` for every package that is left to do and for what lies in none, and says on stderr how many are not
//   node tools/workspace/dist/untouched/main.js keep STEP
//     reads such a plan from stdin, and keeps its keys: the step was green for them
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../../workspace-packages.mjs';
import { cacheFolder, GreenKeys } from './green-keys.js';
import { readKeys } from './read-keys.js';

/** Stands for the key of what has none. */
const NO_KEY = '-';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { always: { type: 'string', multiple: true, default: [] }, with: { type: 'string', default: '' } },
});
const [verb, step] = positionals;
if (step === undefined) refuse();
else if (verb === 'plan') plan(new GreenKeys(cacheFolder(), step), step);
else if (verb === 'keep') keep(new GreenKeys(cacheFolder(), step));
else refuse();

function plan(green: GreenKeys, step: string): void {
  const keys = readKeys(workspaceRoot, `${process.version} ${process.platform} ${process.arch} ${values.with}`);
  if (!keys) {
    console.log(`${NO_KEY}\t.`);
    return;
  }
  const { packages, outside } = keys;
  const isLeft = (folder: string, key: string | undefined) =>
    key === undefined || values.always.includes(folder) || !green.has(key);
  const left = [...packages].filter(([folder, key]) => isLeft(folder, key));
  for (const [folder, key] of left) console.log(`${key ?? NO_KEY}\t${folder}`);
  for (const path of outside) console.log(`${NO_KEY}\t${path}`);
  console.error(`${step}: ${packages.size - left.length} of ${packages.size} packages unchanged since they were green`);
}

function keep(green: GreenKeys): void {
  const keys = readFileSync(0, 'utf8')
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((key) => key !== '' && key !== NO_KEY);
  try {
    green.add(keys);
  } catch (error) {
    // The next run has more to do: no reason for this one to fail.
    console.error(`Nothing is remembered of what was green: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refuse(): void {
  console.error('use: untouched plan|keep STEP [--always FOLDER] [--with TEXT]');
  process.exitCode = 2;
}
