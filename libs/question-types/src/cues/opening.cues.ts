import { cue, type Cue } from '../cue.js';

/** What a message begins with. */
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
