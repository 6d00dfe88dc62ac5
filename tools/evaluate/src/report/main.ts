import { parseArgs } from 'node:util';
import { ArbiterError } from '@arbiter/contracts';
import { makeReport } from './make-report.js';

/** `RUNS… --out FILE`: 0 when the report is written, 2 for other words or what is no run. */
async function main(words: string[]): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { out: { type: 'string' } },
    });
    if (positionals.length === 0 || values.out === undefined)
      throw new ArbiterError('INVALID_REQUEST', 'use: npm run report -- RUNS… --out FILE');
    await makeReport(positionals, values.out, process.cwd());
    return 0;
  } catch (error) {
    process.stderr.write(`${ArbiterError.from(error).message}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
