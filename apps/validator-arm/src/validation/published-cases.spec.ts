import { describe, expect, it } from '@jest/globals';
import { HallucinationReport } from '@arbiter/contracts';
import { sourceOf } from '../../test/claim-support.js';
import { featureValidation } from '../../test/service.js';

const SOURCE = sourceOf(
  'lamp',
  'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341 and is 70 feet high.',
  { title: 'Gull Point' },
);

async function detect(answer: string) {
  const report = await featureValidation().detect({ answer, sources: [SOURCE] }, AbortSignal.timeout(60_000));
  return HallucinationReport.parse(report);
}

describe('hallucination detection, published cases', () => {
  it('detects no hallucination in a fully accurate answer', async () => {
    const report = await detect('Mara Fell keeps the lamp of Gull Point. [1] The lamp burns whale oil. [1]');
    expect(report).toMatchObject({ hasHallucinations: false, hallucinations: [], recommendation: 'accept' });
  });

  it('flags one unsupported claim', async () => {
    const report = await detect('Mara Fell keeps the lamp of Gull Point. Gregor Hask paints seascapes for the bishop.');
    expect(report.hasHallucinations).toBe(true);
    expect(report.hallucinations.map(({ text }) => text)).toEqual(['Gregor Hask paints seascapes for the bishop.']);
    expect(report.recommendation).not.toBe('accept');
  });

  it('rejects an answer of which half of the claims are false', async () => {
    const report = await detect(
      'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. The bishop of Ostreach sells eel pies. Nine ships sank in the spring.',
    );
    expect(report).toMatchObject({ rate: 0.5, confidence: 0.5, recommendation: 'reject' });
  });
});
