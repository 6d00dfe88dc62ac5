import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { carryOut, type Steps } from '@arbiter/text';
import { EvidenceComparison } from '../evidence-comparison.js';
import { claimPart, claimParts } from './claim-part.js';
import { cutSentences, cuttingSentences } from './cut-sentences.js';
import { EvidenceWindows } from './evidence-windows.js';
import { Evidence } from './evidence.js';
import { selectEvidence } from './select-evidence.js';

const evidenceOf = (...texts: string[]): Evidence =>
  carryOut(Evidence.reading(texts.map((text, index) => ({ id: `s${index}`, text, context: '' }))));
const FILLER = Array.from(
  { length: 60 },
  (_, i) => `Ship number ${i} left the harbour with a cargo of salted herring.`,
);

describe('cutSentences', () => {
  it('cuts a sentence without end, at a comma where one is near', () => {
    const text = `${'word '.repeat(69)}word, ${'other '.repeat(40)}`;
    const cut = cutSentences(text).map(({ start, end }) => text.slice(start, end));
    expect(cut).toHaveLength(2);
    expect(cut[0]?.endsWith('word,')).toBe(true);
  });

  it('takes a heading for a sentence of its own', () => {
    const text = 'Nils Okker\nNils Okker commands the company.';
    expect(cutSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Nils Okker',
      'Nils Okker commands the company.',
    ]);
  });

  it('keeps every word, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('lamp', 'sea,', 'end.', 'Mara', '12'), { maxLength: 300 }), (words) => {
        const text = words.join(' ');
        const cut = cutSentences(text).map(({ start, end }) => text.slice(start, end));
        expect(cut.join(' ').split(/\s+/).join(' ')).toBe(text.trim());
      }),
    );
  });
});

describe('claimParts', () => {
  const parts = (claim: string): string[] => claimParts(claim).map(({ text }) => text);

  it('takes sentences apart', () => {
    expect(parts('The lamp burns whale oil. The keeper lives in the tower.')).toHaveLength(2);
  });

  it('leaves a question with its answer, and a fragment with what stands before it', () => {
    expect(parts('Who keeps the lamp of Gull Point? Mara Fell.')).toHaveLength(1);
    expect(parts('The keeper lives in the tower. Always.')).toHaveLength(1);
  });

  it('makes one part of a text without words', () => {
    expect(parts('…')).toEqual(['…']);
  });
});

describe('selectEvidence', () => {
  it('takes everything where everything fits', () => {
    expect(selectEvidence(claimPart('Nothing alike.'), evidenceOf('One. Two.', 'Three.'))).toHaveLength(3);
  });

  it('finds the two sentences of two sources that a claim rests on, and keeps to its budget', () => {
    const evidence = evidenceOf(
      [...FILLER, 'Mara Fell keeps the lamp.', ...FILLER].join(' '),
      [...FILLER, 'The lamp burns whale oil.', ...FILLER].join(' '),
    );
    const chosen = selectEvidence(claimPart('The lamp that Mara Fell keeps burns whale oil.'), evidence);
    expect(chosen.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Mara Fell keeps the lamp.', 'The lamp burns whale oil.']),
    );
    expect(chosen.reduce((sum, { pieces }) => sum + pieces, 0)).toBeLessThanOrEqual(240);
    expect(chosen.map(({ index }) => index)).toEqual(chosen.map(({ index }) => index).toSorted((a, b) => a - b));
  });

  it('begins at the beginning where no word is shared', () => {
    const [first] = selectEvidence(claimPart('Xylophones quaver.'), evidenceOf(FILLER.join(' ')));
    expect(first?.index).toBe(0);
  });
});

describe('EvidenceWindows', () => {
  it('gives every sentence a window of its own source that holds it', () => {
    const evidence = evidenceOf(FILLER.join(' '), 'The lamp burns whale oil.');
    const windows = EvidenceWindows.of(evidence);
    for (const sentence of evidence.sentences) {
      const window = windows.holding(sentence);
      expect(window?.source).toBe(sentence.source);
      expect(window?.text).toContain(sentence.text);
    }
    expect(windows.all.length).toBeGreaterThan(5);
  });

  it('puts the context before the window', () => {
    const windows = EvidenceWindows.of(
      carryOut(Evidence.reading([{ id: 's', text: 'It burns.', context: 'Gull Point' }])),
    );
    expect(windows.all[0]).toMatchObject({ text: 'Gull Point. It burns.', offset: 12 });
  });
});

describe('sources of megabytes', () => {
  /** How often the work lets others have a turn. */
  const stepsOf = (work: Steps<unknown>): number => {
    let steps = 0;
    while (!work.next().done) steps += 1;
    return steps;
  };

  it.each([
    ['one sentence', 'bell '],
    ['headings', 'Aa bb\n'],
    ['rows', 'Item: bell; Price: 3 marks\n'],
    ['words of one character', 'a b. '],
  ])('of %s are cut and compared in steps that do not grow with them', (_, piece) => {
    const [few, many] = [1_000, 20_000].map((count) => {
      const text = piece.repeat(count);
      return [
        stepsOf(cuttingSentences(text)),
        stepsOf(EvidenceComparison.reading([{ id: 's', text, context: 'Gull Point' }])),
      ];
    });
    expect(few?.[0]).toBeGreaterThan(10);
    expect(many?.[0]).toBeGreaterThan(15 * (few?.[0] ?? 0));
    expect(many?.[1]).toBeGreaterThan(15 * (few?.[1] ?? 0));
  });

  it('have a heading in each of 100,000 lines', () => {
    expect(cutSentences(`${'Aa bb\n'.repeat(100_000)}It ends here.`).length).toBeGreaterThan(99_000);
  });

  it('are compared with a claim of 10,000 words part by part', () => {
    const parts = claimParts(`${'bell '.repeat(10_000)}.`);
    expect(parts).toHaveLength(125);
    expect(claimParts(`${'bell '.repeat(400)}.`)).toHaveLength(1);
  });
});
