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

/** Openings of a message. */
export const OPENING_CUES: readonly Cue[] = [
  cue('opens-who', 'begins with "who"', /^who\b/, 'ask'),
  cue('opens-what', 'begins with "what"', /^what\b/, 'ask'),
  cue('opens-which', 'begins with "which"', /^which\b/, 'ask'),
  cue('opens-when', 'begins with "when"', /^when\b/, 'ask'),
  cue('opens-where', 'begins with "where"', /^where\b/, 'ask'),
  cue('opens-why', 'begins with "why"', /^why\b/, 'ask'),
  cue('opens-whose', 'begins with "whose"', /^whose\b/, 'ask'),
  cue('opens-how', 'begins with "how"', /^how\b/, 'ask'),
  cue(
    'opens-preposition',
    'begins with a preposition and a question word',
    /^(?:in|at|on|by|from|for|to|of|with|under|until|since|over) (?:what|which|whom|whose|when)\b/,
    'ask',
  ),
  cue('opens-be', 'begins with a form of "be"', /^(?:is|are|was|were|isn't|aren't|wasn't)\b/, 'ask'),
  cue('opens-do', 'begins with a form of "do"', /^(?:does|do|did|doesn't|don't|didn't)\b/, 'ask'),
  cue('opens-have', 'begins with a form of "have"', /^(?:has|have|had)\b/, 'ask'),
  cue(
    'opens-modal',
    'begins with "can", "may", "must"',
    /^(?:can|could|may|might|must|should|would|will|shall)\b/,
    'ask',
  ),
  cue('opens-will', 'begins with "will"', /^will\b/, 'ask'),
  cue('opens-should', 'begins with "should"', /^(?:should|shall)\b/, 'ask'),
  cue('opens-first-person', 'begins with "I"', /^(?:i|i'm|i've|i'd|i'll|my|we|our|we're|we've)\b/, 'opening'),
  cue('opens-article', 'begins with a noun phrase', /^(?:the|a|an)\b/, 'opening'),
];

/** Words of the grammar and of asking: what each is worth alone, where no turn of phrase says more. */
const WORDS = `
  a about after all also am an and any are as ask at be because been before best between both but by can could day did different do does
  doing done each ever every exactly find first for found from get gets give go going good got had has have he help her here hi his how i if
  in into is it its just keep kind know last let like list long look made make many may me mean more most much must my name need needs never
  new next no not now of off ok on once one only or order other our out over own people person place please put question really right same
  say see she should show since so some something soon still such sure take tell than thank that the their them then there these they thing
  things think this those through time to today together too try two under until up us use used using want was way we well went were what when
  where whether which while who whom whose why will with without work would year yes yet you your`;

export const WORD_CUES: readonly Cue[] = WORDS.trim()
  .split(/\s+/)
  .map((word) => ({
    ...cue(`word-${word}`, `says "${word}"`, new RegExp(`(?<![\\w'-])${word}(?![\\w'-])`)),
    minor: true,
  }));
