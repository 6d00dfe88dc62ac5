import { describe, expect, it } from '@jest/globals';
import { saysNothingFound } from './refusals.js';

describe('saysNothingFound', () => {
  it.each([
    'The sources do not say when the harbour closes.',
    'The provided sources don’t mention the harbour.',
    'Based on the provided context, there is no information about the harbour.',
    'None of the sources answer this.',
    'I cannot find an answer in the sources.',
    "I'm sorry, but the documents do not contain that.",
    'Unfortunately, nothing is said about this.',
    'It is not stated in the sources.',
    'There is not enough information to tell.',
    'No information is given about the harbour.',
  ])('hears it in %s', (sentence) => {
    expect(saysNothingFound(sentence)).toBe(true);
  });

  it.each([
    'The harbour does not close.',
    'The source of the river is not known.',
    'No vessel enters the harbour after dusk.',
    'There is no bridge over the river.',
    'Ilse Varn is sorry for the loss.',
  ])('does not hear it in %s', (sentence) => {
    expect(saysNothingFound(sentence)).toBe(false);
  });
});
