import { ArbiterError } from '@arbiter/contracts';
import { readBaseline, writeBaseline } from './baseline-file.js';
import { compareWithBaseline, describeVerdict } from './compare-with-baseline.js';
import { measureSet } from './measure-set.js';
import { QUALITY_SETS } from './quality-sets.js';

/** `[--update]`: 0 when nothing fell or the baseline was written, 1 when something did, 2 for other words. */
async function main(words: readonly string[]): Promise<number> {
  if (words.some((word) => word !== '--update')) {
    process.stderr.write('use: npm run quality [-- --update]\n');
    return 2;
  }
  let failed = false;
  for (const set of QUALITY_SETS) {
    if (set.missing !== null) {
      process.stdout.write(`${set.name}: skipped, ${set.missing}\n`);
      continue;
    }
    const figures = await measureSet(set);
    if (words.includes('--update')) {
      const before = await readBaseline(set.name).catch(() => figures);
      process.stdout.write(describeVerdict(set.name, compareWithBaseline(before, figures)));
      await writeBaseline(set.name, figures);
    } else {
      const verdict = compareWithBaseline(await readBaseline(set.name), figures);
      process.stdout.write(describeVerdict(set.name, verdict));
      failed ||= !verdict.passed;
    }
  }
  return failed ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`quality: ${ArbiterError.from(error).message}\n`);
  process.exitCode = 1;
}
