import { cue, type Cue, tellingCue } from '../cue.js';
import { NUMBER, pattern, PLURAL, VERB_FORMS } from '../pattern.js';

const AUXILIARY = '(?:are|were|have|had|do|did|can|could|may|might|must|should|will|need)';
/** A word between the question word and the noun: not a verb, which would make the noun its subject. */
const FILLER =
  "(?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|i|we|you|they|he|she|it)\\b)[\\w'-]+";
const PREPOSITION =
  '(?:in|at|on|for|from|to|under|with|by|through|after|before|during|against|between|into|among|without|over|behind|of)';

/** Sets that are asked for without a word for "list": the question word leaves open how many there are. */
export const OPEN_SET_CUES: readonly Cue[] = [
  cue(
    'which-plural',
    'asks which ones, in the plural',
    pattern`
      ^(?:(?:in|at|on|for|from|to|under|with|by) )?(?:which|
      what) (?:(?:other|all|kinds? of|types? of|sorts? of) )?(?:${FILLER} ){0,2}?${PLURAL}\b`,
    'ask',
  ),
  tellingCue(
    'which-plural-verb',
    'asks which ones, in the plural',
    pattern`
      \b(?:which|what) (?:${FILLER} ){0,3}?${PLURAL} (?:are|were|have|had|do|did|can|could|may|must|should|need|will|
      take|run|live|serve|use|get|meet|lie|stand|belong|exist|appear|allow|count|come|go|make|fall)\b`,
    'ask',
  ),
  tellingCue(
    'which-number',
    'asks for a number of things',
    pattern`\b(?:which|what|the|who are the) ${NUMBER} (?:[\w'-]+ ){0,3}[a-z-]+`,
    'ask',
  ),
  cue(
    'preposition-which-plural',
    'asks for several, after a preposition',
    pattern`^${PREPOSITION} (?:which|what) (?:[\w'-]+ ){0,2}?(?:${PLURAL}|${VERB_FORMS})\b`,
    'ask',
  ),
  cue(
    'which-plural-after-all',
    'asks which ones, in a plural that looks like a verb',
    pattern`^(?:${PREPOSITION} )?(?:which|what) ${VERB_FORMS} ${AUXILIARY}\b`,
    'ask',
  ),
  cue(
    'which-have',
    'asks which ones, by a verb in the plural',
    pattern`
      ^(?:which|what) (?:[\w'-]+ ){0,2}?${PLURAL} (?:to |in |of |on |at )?(?!(?:is|was|has|does)\b)(?:[a-z]+(?<!s)|
      pass|cross|miss)\b`,
    'ask',
  ),
  cue(
    'which-one-does',
    'asks which one does something',
    pattern`
      ^(?:which|what) (?:[\w'-]+ )?[a-z-]+(?<![sp]s?) [a-z]+s (?:the|an?|my|our|your|it|me|us|him|her|with|on|in|for|
      to|by)\b`,
    'ask',
  ),
  cue(
    'what-are',
    'asks what several are',
    /^(?:what|who|where)(?:'re| are| were) (?:the|all|some|my|our|your|its|their)\b/,
    'ask',
  ),
  cue(
    'what-is-in',
    'asks what is found somewhere',
    pattern`
      ^what(?:'s| is| was| gets| has been| isn't| wasn't| is not) (?:there )?(?:not )?(?:also )?(?:in|on|inside|under|
      at|for|part of|included)\b`,
    'ask',
  ),
  cue(
    'what-is-done',
    'asks what a deed was done to',
    pattern`
      ^what(?:'s| is| was| gets| has been| isn't| wasn't| is not) (?:there |
      not )?(?!(?:called|named|needed|done)\b)(?:\w{2,}ed|fed|kept|made|paid|sold|shown|stored|taught|written)\b`,
    'ask',
  ),
  cue(
    'what-it-holds',
    'asks what something holds',
    pattern`
      ^what (?:does|did|do) [^?]*\b(?:include|contain|report|comprise|cover|consist of|hold|leave|grow|stock|offer|
      list|trade in|deal in)\b`,
    'ask',
  ),
  cue(
    'what-things',
    'asks what belongs to something',
    pattern`
      \bwhat (?:all|else|do i need|do you need|goes|went|isn't|is not|can|could|is in|is included|
      do i (?:get|pack|bring)|counts?|belongs?|things|kinds?|sorts?|types?|extra|other)\b`,
    'ask',
  ),
  cue(
    'what-to-bring',
    'asks for all that is needed',
    pattern`
      \bwhat (?:all )?(?:do|must|should|would|can|does|did) (?:i|we|you|one|someone|an? \w+|the \w+)\b[^?]*\b(?:bring|
      hand in|submit|have|pack|show|include|provide|carry|buy|own|stock|sell|serve|eat|wear|contain|need|require|
      order|choose|do|borrow|play|take|use)\b`,
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
  tellingCue(
    'who-plural',
    'asks for the members',
    pattern`
      ^who (?:all|else|are|were|sits?|sat|belongs?|signed|votes?|plays?|makes? up|can|may|has|have|works?|
      is (?:on|in|among))\b`,
    'ask',
  ),
  cue(
    'who-between',
    'asks who followed one another',
    pattern`^(?:who|which|what)\b[^?]*\b(?:over the years|between \d+ and \d+|since \d+|so far|in turn|throughout)\b`,
    'ask',
  ),
  cue(
    'who-of',
    'asks which members of a group',
    /^who (?:of|among)\b|^who(?:'s| is) (?:standing|playing|invited|coming|allowed|entitled|in|on)\b/,
    'ask',
  ),
];
