import { describe, expect, it } from '@jest/globals';
import { namedTerms, withoutTerms } from './named-terms.js';

describe('withoutTerms', () => {
  const named = namedTerms('Which horse does Marshal Ottoline Brake ride?');

  it('leaves a question without what it is about', () => {
    expect(withoutTerms('Which horse does Marshal Ottoline Brake ride?', named)).toBe('Which horse does ride?');
  });

  it('leaves a claim without the same words, in any form', () => {
    expect(withoutTerms("Ottoline Brake's garrison is\nof 90.", named)).toBe('garrison is of 90.');
  });

  it('keeps a text that is nothing but names', () => {
    expect(withoutTerms('Ottoline Brake', named)).toBe('Ottoline Brake');
  });

  it('keeps a text in which nothing is named', () => {
    expect(withoutTerms('It is heavy.', namedTerms('how heavy is it?'))).toBe('It is heavy.');
  });
});
