import { describe, expect, it } from '@jest/globals';
import { answered } from '../../test/query-pipeline.js';
import { compareAnswers } from './compare-answers.js';

describe('a page without words that is cited', () => {
  const citing = (page: number) => {
    const [cited] = answered({}).citations;
    return { answer: answered({ citations: [{ ...cited!, quote: '', end: cited!.start, page }] }), calls: [] };
  };

  it('is told from another page of its document', () => {
    expect(compareAnswers(citing(2), citing(2)).citations).toEqual({ lost: [], gained: [] });
    expect(compareAnswers(citing(2), citing(3)).citations).toMatchObject({
      lost: [{ page: 2 }],
      gained: [{ page: 3 }],
    });
  });
});
