import { describe, expect, it } from '@jest/globals';
import type { Citation } from '@arbiter/contracts';
import { answered } from '../../test/query-pipeline.js';
import { renderReply, withoutSources } from './render-reply.js';
import { piecesOf } from './reply-protocol.js';

const URL_ = 'https://arbiter.example';
const cited = (marker: number, over: Partial<Citation> = {}): Citation => ({
  ...answered({}).citations[0]!,
  marker,
  title: `Note ${marker}`,
  ...over,
});

describe('renderReply', () => {
  it('annotates each marker, where it stands', () => {
    const answer = '🏮 Mara keeps it. [1] She is old. [2][1] Not [7].';
    const { text, annotations } = renderReply(answered({ answer, citations: [cited(1), cited(2)] }), URL_);
    const stretches = annotations.map((one) => [text.slice(one.start_index, one.end_index), one.title]);
    expect(stretches).toEqual([
      ['[1]', 'Note 1'],
      ['[2]', 'Note 2'],
      ['[1]', 'Note 1'],
    ]);
    for (const { url } of annotations)
      expect(url).toMatch(/^https:\/\/arbiter\.example\/documents\/\S+\?start=\d+&end=/);
  });

  it('lists the sources with links, and names that mean markup as they are', () => {
    const title = 'A [b](https://evil.example) *c*\nd';
    const linked = renderReply(answered({ citations: [cited(1, { title })] }), URL_);
    const name = String.raw`A \[b\](https://evil.example) \*c\* d`;
    expect(linked.text).toContain(`\n\nSources:\n1. [${name}](${URL_}/documents/`);
    expect(linked.arbiter.citations[0]?.url).toBe(linked.annotations[0]?.url);
  });

  it('has titles alone and no annotations where the console has no address', () => {
    const { text, annotations, arbiter } = renderReply(answered({ citations: [cited(1)] }), undefined);
    expect(text).toMatch(/\n\nSources:\n1\. Note 1$/);
    expect(annotations).toEqual([]);
    expect(arbiter).toMatchObject({ answerId: 'answer_1', status: 'answered', confidence: 0.95 });
    expect(arbiter.citations[0]).not.toHaveProperty('url');
  });

  it('names the part of a page that was read, and quotes no words where the page has none', () => {
    const box = { left: 0, top: 0, right: 0.4, bottom: 0.3 };
    const page = cited(1, { page: 3, box, quote: '', start: 4, end: 4 });
    expect(renderReply(answered({ citations: [page] }), undefined).text).toMatch(/1\. Note 1 › page 3, upper left$/);
    const refusal = answered({ status: 'declined', answer: 'No.', citations: [], closest: [page] });
    expect(renderReply(refusal, undefined).text).toContain('1. the picture of the page (Note 1 › page 3, upper left)');
  });

  it('shows a refusal with the closest passages, and says so', () => {
    const refusal = {
      status: 'declined' as const,
      answer: 'No passage was found that …',
      confidence: 0,
      citations: [],
    };
    const { text, annotations, arbiter } = renderReply(answered({ ...refusal, closest: [cited(1)] }), URL_);
    expect(text).toContain(
      'No passage was found that …\n\nClosest passages:\n1. “Mara keeps the lamp.” ([Note 1](https:',
    );
    expect(annotations).toEqual([]);
    expect(arbiter).toMatchObject({ status: 'declined', confidence: 0, citations: [], closest: [{ marker: 1 }] });
    expect(withoutSources(text)).toBe('No passage was found that …');
  });

  it('adds up the tokens of all models', () => {
    const usage = { inputTokens: 5, outputTokens: 2, cachedInputTokens: 1, cacheWriteTokens: 0 };
    const tokens = [
      { model: 'a', ...usage },
      { model: 'b', ...usage },
    ];
    expect(renderReply(answered({ tokens }), undefined).usage).toMatchObject({
      inputTokens: 10,
      cachedInputTokens: 2,
      outputTokens: 4,
    });
    expect(renderReply(answered({}), undefined).usage).toMatchObject({
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
    });
  });
});

describe('a streamed text', () => {
  it.each([
    '',
    ' ',
    'Mara.',
    `${'Mara keeps the lamp. '.repeat(40)}\n\n1. x\n`,
    'x'.repeat(999),
    '灯台は岬にある。'.repeat(30),
  ])('is the same in pieces: %j', (text) => {
    const pieces = [...piecesOf(text)];
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true);
  });

  it('has several', () => {
    expect([...piecesOf('Mara keeps the lamp of Gull Stair.')]).toEqual(['Mara keeps the lamp of Gull ', 'Stair.']);
  });
});
