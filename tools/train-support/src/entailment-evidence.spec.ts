import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { entailmentPair, writeEntailmentPairs } from './entailment-evidence.js';
import { ENTAILMENT_SETS } from './entailment-sets.js';

const LAMP = 'Mara Fell keeps the lamp of Gull Point.  The lamp burns whale oil.';

describe('entailmentPair', () => {
  it('lays each sentence of a claim beside the passages that are chosen for it', () => {
    const claim = 'The lamp is fed with oil of whales. Its keeper is called Mara.';
    const pair = entailmentPair('fm2_train', { id: '1', claim, evidence: LAMP, supported: true });
    const evidence = 'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil.';
    expect(pair.parts).toEqual([
      { claim: 'The lamp is fed with oil of whales.', evidence },
      { claim: 'Its keeper is called Mara.', evidence },
    ]);
  });

  it('chooses of a long document what shares words with the claim', () => {
    const filling = Array.from({ length: 80 }, (_, i) => `Harbour number ${i} has a pier of stone.`).join(' ');
    const [part] = entailmentPair('wice_dev', {
      id: '1',
      claim: 'The lamp of Gull Point is kept by Mara Fell.',
      evidence: `${filling} ${LAMP} ${filling}`,
      supported: true,
    }).parts;
    expect(part!.evidence).toContain('Mara Fell keeps the lamp of Gull Point.');
    expect(part!.evidence.length).toBeLessThan(filling.length / 2);
  });

  it.each([
    ['scifact_dev', undefined, 'scifact'],
    ['summedits_sentences_train', undefined, 'summedits'],
    ['synth_train', 'fever', 'fever'],
  ])('knows what a pair of %s from %s was made from', (set, source, origin) => {
    const pair = { id: '1', claim: 'It burns.', evidence: LAMP, supported: false, ...(source && { source }) };
    expect(entailmentPair(set, pair).origin).toBe(origin);
  });
});

describe('writeEntailmentPairs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-pairs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes the pairs of all sets, and where they come from', async () => {
    const row = { id: '1', claim: 'The lamp burns oil.', evidence: LAMP, raw_label: 'yes', supported: true };
    await Promise.all(ENTAILMENT_SETS.map(({ file }) => writeFile(join(folder, file), `${JSON.stringify(row)}\n`)));
    const out = join(folder, 'prepared');
    await writeEntailmentPairs(folder, out);
    const lines = (await readFile(join(out, 'pairs.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { set: string }).set)).toEqual(
      ENTAILMENT_SETS.map(({ name }) => name),
    );
    const sets = JSON.parse(await readFile(join(out, 'sets.json'), 'utf8')) as { sha256: string; pairs: number }[];
    expect(new Set(sets.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(sets[0]).toMatchObject({ pairs: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('says which set is missing', async () => {
    await expect(writeEntailmentPairs(folder, folder)).rejects.toThrow('conjnli_train.jsonl');
  });
});
