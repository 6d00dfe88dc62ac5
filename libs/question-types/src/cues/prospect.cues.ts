import { cue, tellingCue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

/** What will be, what might have been, and what nobody can know. */
export const PROSPECT_CUES: readonly Cue[] = [
  tellingCue(
    'will-happen',
    'asks what will happen',
    pattern`
      ^(?:will|is|are)\b(?! (?:i|we|my) (?:need|have|get a))[^?]*\b(?:win|rise|fall|rain|pass|happen|go up|go down|
      crash|end|die|be rich|get promoted|come back|get frost|be famous|recover|drop|increase|going to|ever|next|this|
      tonight|tomorrow)\b|
      \b(?:gonna|going to) (?:win|rain|be|happen|snow|die|end|lose|beat)\b|
      \bwho (?:will|would) (?:win|lift|be|become|get|take)\b|
      \bhow (?:will|much .* will|many .* will)\b`,
    'ask',
  ),
  cue('will', 'speaks of the future', /\b(?:will|gonna|going to|won't|'ll)\b/),
  cue(
    'will-question',
    'asks about the future',
    /^(?:will|(?:what|where|when|who|how \w+|which \w+) will)\b|\b(?:still|ever) (?:win|be|have)\b/,
    'ask',
  ),
  tellingCue(
    'what-if',
    'asks what might have been',
    pattern`
      \b(?:what would (?:have|happen|the world)|what if|would have happened|if .* had (?:lived|won|not|never)|
      if i were|which \w+ would you)\b`,
  ),
  tellingCue(
    'if-you',
    'asks the assistant to imagine',
    pattern`
      \b(?:if you (?:could|were|had)|would you (?:do|be|marry|rather|choose|pick|say|go|live)|in my place|
      do you reckon|you reckon|make of|what do you say|would \w+ have (?:won|lost|been))\b`,
  ),
  tellingCue(
    'metaphysics',
    'asks what nobody knows',
    pattern`
      \b(?:meaning of life|god exist|is there (?:a god|life after)|afterlife|believe in|fate of the world|aliens|
      universe end|end of the world|free will|purpose of life|happiness)\b`,
  ),
  cue(
    'beyond-knowing',
    'asks whether something beyond knowing is so',
    pattern`
      \b(?:exist|exists|real|afterlife|universe|mankind|humanity|the dead|ghosts?|god|gods|fate|soul|luck|
      odds)(?:\W+(?:\w+\W*)?|\w+\W*)?$`,
    'ask',
  ),
  cue(
    'politics',
    'asks about politics of the day',
    pattern`
      \b(?:vote for|president|election|political part(?:y|ies)|politics|politicians?|prime minister|death penalty|
      abortion|democrats?|republicans?|immigration)\b`,
  ),
];
