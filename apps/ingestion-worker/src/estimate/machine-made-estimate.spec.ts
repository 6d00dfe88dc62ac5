import { describe, expect, it } from '@jest/globals';
import { library, LIGHT } from '../../test/ingestion-library.js';
import { tallyMachineMade } from './tally-machine-made.js';

const log = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `10:00:${(at % 50) + 10} WARN [batch] 7f3a${at} was rejected`).join('\n');

describe('an estimate of a folder with machine-made text', () => {
  it('tells how much of it there is by kind, with the largest files', async () => {
    const files = { '/library/light.md': LIGHT, '/library/a.log': log(20), '/library/b/c.txt': log(40) };
    const { estimate } = library(files);
    expect((await estimate()).machineMade).toEqual([
      {
        kind: 'log',
        documents: 2,
        bytes: log(20).length + log(40).length,
        largest: [
          { source: 'b/c.txt', bytes: log(40).length },
          { source: 'a.log', bytes: log(20).length },
        ],
      },
    ]);
    expect((await library({ '/library/light.md': LIGHT }).estimate()).machineMade).toEqual([]);
  });

  it('reckons the rest of a format from its sample, and names five files of a kind', () => {
    const found = Array.from({ length: 6 }, (_, at) => ({ kind: 'log' as const, source: `${at}.log`, bytes: 10 + at }));
    const sampled = { documents: 10, bytes: 1_000 };
    const records = { kind: 'records' as const, source: 'a.json', bytes: 400 };
    const [log_, ids] = tallyMachineMade([
      { found, sampled, all: { documents: 100, bytes: 20_000 } },
      { found: [records], sampled: { documents: 1, bytes: 400 }, all: { documents: 1, bytes: 400 } },
    ]);
    expect(log_).toMatchObject({ kind: 'log', documents: 60, bytes: 20 * 75 });
    expect(log_?.largest.map(({ source }) => source)).toEqual(['5.log', '4.log', '3.log', '2.log', '1.log']);
    expect(ids).toMatchObject({ kind: 'records', documents: 1, bytes: 400 });
  });
});
