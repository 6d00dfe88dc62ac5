import { describe, expect, it } from '@jest/globals';
import type { CitedSpan } from '@arbiter/contracts';
import { formatCitations } from './citations.js';

const span: CitedSpan = {
  sourceId: 's',
  document: 'core-rules',
  chunkId: 's:0',
  start: 0,
  end: 1,
  quote: 'x',
  score: 1,
};
const formatted = (claim: string, ...spans: readonly CitedSpan[]) =>
  formatCitations([{ claim, sources: [], confidence: 1, verificationMethod: 'exact_match', spans: [...spans] }]);

describe('formatCitations', () => {
  it.each<[string, Partial<CitedSpan>, string]>([
    ['page and section', { title: 'Core Rules', page: 12, section: 'Weapons' }, 'Core Rules (p. 12, § Weapons)'],
    ['a page that the quote runs over', { title: 'Core Rules', page: 12, lastPage: 13 }, 'Core Rules (pp. 12–13)'],
    ['no page', { title: 'Core Rules', section: 'Weapons' }, 'Core Rules (§ Weapons)'],
    ['no section', { title: 'Core Rules', page: 12 }, 'Core Rules (p. 12)'],
    ['an empty section', { title: 'Core Rules', section: ' ' }, 'Core Rules'],
    ['neither', { title: 'Core Rules' }, 'Core Rules'],
    ['no title', { url: 'https://example.org/rules', page: 2 }, 'https://example.org/rules (p. 2)'],
    ['neither title nor address', { title: ' ' }, 'core-rules'],
  ])('writes a place with %s', (_, known, place) => {
    expect(formatted('It costs 3.', { ...span, ...known })).toBe(`- "It costs 3." — ${place}`);
  });

  it('names two places, and one of them once', () => {
    const [a, b] = [
      { ...span, title: 'A' },
      { ...span, title: 'B' },
    ];
    expect(formatted('x', a, b, a)).toBe('- "x" — A; B');
  });

  it('says when nothing supports a claim', () => {
    expect(formatted('x')).toBe('- "x" — no source');
  });

  it('keeps a claim on one line and within its quotation marks', () => {
    expect(formatted('He said\n"no".', { ...span, title: 'A' })).toBe('- "He said \'no\'." — A');
    expect(formatted('x'.repeat(5_000), { ...span, title: 'A' }).length).toBeLessThan(220);
  });
});
