import { describe, expect, it } from '@jest/globals';
import { summariseWriter, type WrittenOutcome } from './summarise-writer.js';
import { leadMarkers, readWrittenPrompt, type WrittenPrompt } from './written-prompt.js';

function promptOf(fence: string, texts: readonly string[]): WrittenPrompt {
  const sources = texts.map((text, at) => `<source-${fence} number="${at + 1}">\n${text}\n</source-${fence}>`);
  const question = `<question-${fence}>\nWho keeps the light?\nToday.\n</question-${fence}>`;
  const prompt = readWrittenPrompt([question, ...sources, 'Answer.'].join('\n\n'));
  if (!prompt) throw new Error('no prompt');
  return prompt;
}

const [LIGHT, MILL, SALT] = ['Ada keeps the\n light.', 'The mill grinds at dawn.', 'Salt is grey.'] as const;

describe('a written answer', () => {
  const from = promptOf('fence_1', [LIGHT, MILL]);

  it('is found by the first line of its question', () => {
    expect(from.question).toBe('Who keeps the light?');
    expect(from.sources.get(1)).toBe('Ada keeps the light.');
    expect(readWrittenPrompt('Say OK.')).toBeNull();
  });

  it('has its markers led to the sources with the same text', () => {
    const to = promptOf('fence_2', [SALT, MILL, LIGHT]);
    expect(leadMarkers('Ada [1]. At dawn [2].', from, to)).toBe('Ada [3]. At dawn [2].');
  });

  it('loses a marker whose source is not shown, and is none where it loses them all', () => {
    expect(leadMarkers('Ada [1]. At dawn [2].', from, promptOf('f', [LIGHT]))).toBe('Ada [1]. At dawn.');
    expect(leadMarkers('Ada [1].', from, promptOf('f', [SALT]))).toBeNull();
    expect(leadMarkers('Ada.', from, promptOf('f', [SALT]))).toBe('Ada.');
  });
});

describe('summariseWriter', () => {
  const shown: WrittenOutcome = {
    written: 'right',
    verdict: 'correct',
    isOwnText: true,
    isCited: true,
    citations: 2,
    citationsOfEvidence: 1,
  };

  it('counts what becomes of right answers, wrong ones and refusals', () => {
    const figures = summariseWriter([
      shown,
      { ...shown, verdict: 'wrong' },
      { ...shown, verdict: 'wronglyDeclined', isCited: false },
      { ...shown, written: 'wrong', verdict: 'wronglyAnswered', isCited: false },
      { ...shown, written: 'wrong', verdict: 'correct', isOwnText: false },
      { ...shown, written: 'refused', verdict: 'declined', isCited: false },
    ]);
    expect(figures).toMatchObject({
      ...{ n: 6, writtenRight: 3, shownWhole: 1 / 3, cut: 1 / 3, declined: 1 / 3 },
      ...{ writtenWrong: 2, wrongShown: 0.5, refused: 1, refusedDeclined: 1 },
      ...{ markerOnEvidence: 0.5, withoutCitation: 1 },
    });
  });

  it('has no shares of nothing', () => {
    expect(summariseWriter([])).toMatchObject({ n: 0, shownWhole: null, wrongShown: null, markerOnEvidence: null });
  });
});
