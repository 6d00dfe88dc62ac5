import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolders } from '../temporary-folders.js';
import { CONDITIONS, withNode, type Condition } from './conditions.js';
import { HEADER, replaceRows, rowLine, type Row } from './machines-table.js';
import { runDemo } from './run-demo.js';

const {
  node: nodes,
  only,
  report,
} = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    report: { type: 'string' },
  },
}).values;

const folders = new TemporaryFolders();
const wanted = [...CONDITIONS, ...nodes.map(withNode)].filter(
  ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
);
process.stdout.write(HEADER);
try {
  for (const condition of wanted) {
    const row = await rowOf(condition);
    process.stdout.write(rowLine(row));
    // Row by row: what was seen stands there, even if the next one takes too long.
    if (report !== undefined) await writeFile(report, replaceRows(await readFile(report, 'utf8'), [row]));
  }
} finally {
  await folders.removeAll();
}

async function rowOf({ name, toldBy, missing, arrange }: Condition): Promise<Row> {
  const reason = missing?.() ?? null;
  if (reason !== null) return { name, toldBy, outcome: `not tried: ${reason}`, confidences: [] };
  const folder = await folders.create();
  // Also another user is to come so far.
  await chmod(folder, 0o755);
  const [own, dataDir] = [join(folder, 'own'), join(folder, 'data')];
  await mkdir(own);
  await mkdir(dataDir);
  await chmod(dataDir, 0o777);
  const surroundings = await arrange(own);
  const { ended, asExpected, confidences, stderr } = await runDemo(surroundings, dataDir);
  surroundings.leave?.();
  await folders.removeAll();
  if (ended === 0 && asExpected) return { name, toldBy, outcome: '0, as expected', confidences };
  process.exitCode = 1;
  process.stderr.write(stderr);
  return { name, toldBy, outcome: `**${ended}**, ${asExpected ? 'as expected' : 'not as expected'}`, confidences };
}
