import { cue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

/** The shape of a message: its length, its punctuation, its script, whom it names. */
export const SHAPE_CUES: readonly Cue[] = [
  cue('one-word', 'is a single word', /^\W*\w[\w']*(?:[^\w']\W*)?$/),
  cue('very-short', 'is two or three words', /^(?=\W*\w+\W+\w)\W*\w[\w']*(?:[^\w']\W*\w[\w']*){0,2}(?:[^\w']\W*)?$/),
  cue(
    'short',
    'is four to six words',
    /^(?=[^\w'-]*[\w'-]+(?:[^\w'-]+[\w'-]+){3})\W*\w[\w'-]*(?:[^\w'-]+[\w'-]+){0,5}(?:[^\w'-]\W*)?$/,
  ),
  cue('long', 'is fifteen words or more', /^[^\w'-]*[\w'-]+(?:[^\w'-]+[\w'-]+){14}/),
  cue(
    'context-first',
    'tells something before it asks',
    /[\p{L}\p{N}][.!…]\s+\S|[:–—]\s+\w+\s+\w.*\?\s*$|,\s+(?:how|what|where|when|who|which)\b.*\?/u,
  ),
  cue('no-question-mark', 'has no question mark', /^[^?]*$/),
  cue(
    'fragment',
    'is a noun phrase',
    pattern`
      ^(?!(?:who|what|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|may|must|
      has|have|had|list|name|give|tell|show|make|build|write)\b)(?!.*\b(?:i|i'm|you|me|my|your|that's|it's|it|is|are|
      am|was)\b)[\w'-]+(?: [\w'-]+){1,8}[?.]?$`,
    'ask',
  ),
  cue(
    'fragment-of',
    'is a noun phrase with a complement',
    pattern`
      ^(?!(?:who|what|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|may|must|
      has|have|had|list|name|give|tell|show|make|build|write)\b)(?!.*\b(?:i|i'm|you|me|your|that's|it's|it|
      am)\b)[\w'-]+(?: [\w'-]+){0,4} (?:of|for|on|in|during|between|at|to|from|with|by) [\w'-]+`,
    'ask',
  ),
  cue(
    'question-form',
    'is put as a question',
    pattern`
      \?|
      ^(?:who|what|whats|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|may|
      must|has|have)\b`,
    'ask',
  ),
  cue(
    'statement',
    'is a statement',
    /^(?:i|i'm|i've|i'll|i'd|you|you're|that|that's|this|it|it's|we|my|your|let's|there|the)\b[^?]*$/,
    'opening',
  ),
  cue(
    'other-script',
    'is written in another script',
    /[^\p{Script=Latin}\p{P}\p{N}\p{S}\p{Z}\p{M}\p{Emoji}]{2}/u,
    'written',
  ),
  cue(
    'other-language',
    'is written in another language',
    /^(?!.*\b(?:the|of|and|to|is|are|was|were|do|does|did|i|you|it|that|this|for|with|on|what|which|who|how|why|where|when|can|my|your|from|by|a|please|thanks|hello|hi|ok|me|we|not|or|all|list|name|vs|versus)\b)(?=.*[^\p{ASCII}‘’“”–—…€£°]|.*\b(?:der|die|das|den|wer|wie|ist|quelle?|est|les|des|cu[aá]ndo|el|los|quanto|costa|hoeveel|heeft|de|het|vem|vid|kiedy)\b)/u,
    'written',
  ),
  cue('exclaims', 'exclaims', /!/),
  cue('holds-number', 'holds a number', /\d/),
  cue('holds-name', 'holds a name', /(?<=[\p{L}\p{N},;:'’)] )(?!I\b)\p{Lu}\p{L}+/u, 'written'),
  cue(
    'holds-two-names',
    'holds two names',
    /(?<=[\p{L}\p{N},;:'’)] )(?!I\b)\p{Lu}\p{L}+(?:'s)?[ ,][^\p{Lu}]* (?!I\b)\p{Lu}\p{L}+/u,
    'written',
  ),
  cue('first-person', 'speaks of the asker', /\b(?:i|i'm|i've|i'd|me|my|we|us|our)\b/),
  cue('second-person', 'speaks to the assistant', /\b(?:you|your|u|ur|yourself|you're|you've)\b/),
];
