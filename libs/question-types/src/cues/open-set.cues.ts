import { cue, type Cue } from '../cue.js';
import { NAMES_OF_SEVERAL, PLURAL, VERB_FORMS } from '../plural.js';

const PREPOSITION =
  '(?:in|at|on|for|from|to|under|with|by|through|after|before|during|against|between|into|among|without|over|behind|of)';
const AUXILIARY = '(?:are|were|have|had|do|did|can|could|may|might|must|should|will|need)';

/** Sets that are asked for without a word for "list": the question word leaves open how many there are. */
export const OPEN_SET_CUES: readonly Cue[] = [
  cue(
    'what-is-in',
    'asks what is found somewhere',
    /^what(?:'s| is| was| gets| has been| isn't| wasn't| is not) (?:there )?(?:not )?(?:also )?(?:in|on|inside|under|at|for|part of|included)\b/,
    'ask',
  ),
  cue(
    'what-is-done',
    'asks what a deed was done to',
    /^what(?:'s| is| was| gets| has been| isn't| wasn't| is not) (?:there |not )?(?!(?:called|named|needed|done)\b)(?:\w{2,}ed|fed|kept|made|paid|sold|shown|stored|taught|written)\b/,
    'ask',
  ),
  cue(
    'preposition-which-plural',
    'asks for several, after a preposition',
    new RegExp(`^${PREPOSITION} (?:which|what) (?:[\\w'-]+ ){0,2}?(?:${PLURAL}|${VERB_FORMS})\\b`),
    'ask',
  ),
  cue(
    'which-plural-after-all',
    'asks which ones, in a plural that looks like a verb',
    new RegExp(`^(?:${PREPOSITION} )?(?:which|what) ${VERB_FORMS} ${AUXILIARY}\\b`),
    'ask',
  ),
  cue(
    'which-have',
    'asks which ones, by a verb in the plural',
    new RegExp(
      `^(?:which|what) (?:[\\w'-]+ ){0,2}?${PLURAL} (?:to |in |of |on |at )?(?!(?:is|was|has|does)\\b)(?:[a-z]+(?<!s)|pass|cross|miss)\\b`,
    ),
    'ask',
  ),
  cue(
    'which-one-does',
    'asks which one does something',
    /^(?:which|what) (?:[\w'-]+ )?[a-z-]+(?<![sp]s?) [a-z]+s (?:the|an?|my|our|your|it|me|us|him|her|with|on|in|for|to|by)\b/,
    'ask',
  ),
  cue(
    'what-it-holds',
    'asks what something holds',
    /^what (?:does|did|do) [^?]*\b(?:include|contain|report|comprise|cover|consist of|hold|leave|grow|stock|offer|list|trade in|deal in)\b/,
    'ask',
  ),
  cue(
    'who-between',
    'asks who followed one another',
    /^(?:who|which|what)\b[^?]*\b(?:over the years|between \d+ and \d+|since \d+|so far|in turn|throughout)\b/,
    'ask',
  ),
  cue(
    'who-of',
    'asks which members of a group',
    /^who (?:of|among)\b|^who(?:'s| is) (?:standing|playing|invited|coming|allowed|entitled|in|on)\b/,
    'ask',
  ),
  cue(
    'what-may',
    'asks for all that is allowed or wanted',
    /^what (?:else )?(?:may|can|could|must|should|might) (?:[\w'-]+ ){1,3}?(?:not )?[\w'-]+/,
    'ask',
  ),
  cue(
    'what-not',
    'asks for the exceptions',
    /^(?:what|which|who)\b[^?]*\b(?:not|isn't|aren't|can't|never|don't|doesn't|no|without)\b/,
    'ask',
  ),
  cue('plural-only', 'is a plural', new RegExp(`^(?:the |all |known |other )?(?:[\\w-]+ ){0,2}${PLURAL}\\W*$`), 'ask'),
  cue(
    'plural-that',
    'is a plural with what tells it from others',
    new RegExp(
      `^(?:the |all |any |known )?(?:[\\w-]+ ){0,2}?${PLURAL} (?:i|we|you|one|that|which|who|without|with|not|worth|near|along|still)\\b`,
    ),
    'ask',
  ),
  cue('mass-of-several', 'asks for things under one name', new RegExp(`\\b${NAMES_OF_SEVERAL}\\b`), 'ask'),
];
