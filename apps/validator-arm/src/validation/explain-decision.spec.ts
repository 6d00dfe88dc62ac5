import { describe, expect, it } from '@jest/globals';
import { validate } from '@arbiter/contracts';
import { sourceOf } from '../../test/claim-support.js';
import { featureValidation } from '../../test/service.js';

const SOURCE = sourceOf('lamp', 'Mara Fell keeps the lamp of Gull Point.', {
  title: 'Gull Point',
  page: 12,
  section: 'Keepers',
});

async function explanationOf(answer: string): Promise<string> {
  const request = validate.input.parse({ query: 'Who keeps the lamp of Gull Point?', answer, sources: [SOURCE] });
  return (await featureValidation().validate(request, AbortSignal.timeout(60_000))).explanation ?? '';
}

describe('explainDecision', () => {
  it('says of an accepted answer what it rests on, and nothing against it', async () => {
    const explanation = await explanationOf('Mara Fell keeps the lamp of Gull Point.');
    expect(explanation).toMatch(/^The answer is accepted \(confidence \d+ %\)\./);
    expect(explanation).toContain('- "Mara Fell keeps the lamp of Gull Point." — Gull Point (p. 12, § Keepers)');
    expect(explanation).not.toContain('What is wrong');
    expect(explanation).not.toContain('What to change');
  });

  it('says of another what is wrong with it and what to change', async () => {
    const lie = 'Gregor Hask paints seascapes for the bishop.';
    const explanation = await explanationOf(`Mara Fell keeps the lamp of Gull Point. ${lie}`);
    expect(explanation).toMatch(/^The answer is not good enough yet/);
    expect(explanation).toContain(`What is wrong with it:\n- "${lie}":`);
    expect(explanation).toMatch(/What to change:\n- Drop what the sources do not support, .*Gregor Hask/);
  });

  it('names what was not checked apart from what is wrong', async () => {
    const explanation = await explanationOf('Mara Fell keeps the lamp of Gull Point. Perhaps she is old.');
    expect(explanation).toContain('Also to be known:\n- "Perhaps she is old.": An opinion or a guess');
    expect(explanation).not.toContain('What is wrong');
  });
});
