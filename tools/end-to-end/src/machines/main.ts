import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolders } from '../temporary-folders.js';
import { CONDITIONS, withNode, type Condition } from './conditions.js';
import { runDemo } from './run-demo.js';

const { node: nodes = [] } = parseArgs({ options: { node: { type: 'string', multiple: true } } }).values;

const folders = new TemporaryFolders();
process.stdout.write('| surroundings | exit code | as expected | confidence |\n| --- | --- | --- | --- |\n');
try {
  for (const condition of [...CONDITIONS, ...nodes.map(withNode)]) {
    process.stdout.write(`| ${condition.name} | ${await rowOf(condition)} |\n`);
  }
} finally {
  await folders.removeAll();
}

async function rowOf({ missing, arrange }: Condition): Promise<string> {
  const reason = missing?.() ?? null;
  if (reason !== null) return `not tried: ${reason} | | `;
  const folder = await folders.create();
  // Also another user is to come so far.
  await chmod(folder, 0o755);
  const [own, dataDir] = [join(folder, 'own'), join(folder, 'data')];
  await mkdir(own);
  await mkdir(dataDir);
  await chmod(dataDir, 0o777);
  const { ended, asExpected, confidences, stderr } = await runDemo(await arrange(own), dataDir);
  if (ended !== 0 || !asExpected) {
    process.exitCode = 1;
    process.stderr.write(stderr);
  }
  const shown = confidences.map((confidence) => confidence?.toFixed(4) ?? 'none').join(', ');
  return `${ended} | ${asExpected ? 'yes' : 'no'} | ${shown}`;
}
