import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const SENTIENT = anyOf(
  'feel feels feelings love loves loved loving hate hates pain suffer dream dreams soul lonely jealous forgive heart',
);
const MATTER_OF_TASTE = anyOf(`
  gifted genius scary boring ugly sexy handsome handsomest cute adorable overrated corrupt biased evil crime spoil magnet coolest wise
  wisest cruel heroic greatest lovely`);

/** Opinions, taste, advice on life, hearts. */
export const JUDGEMENT_CUES: readonly Cue[] = [
  tellingCue(
    'opinion',
    'asks for an opinion',
    pattern`
      \b(?:(?:do|did|would|what|how|who|which|don't) (?:\w+ ){0,4}you (?:think|feel|like|love|prefer|believe|
      recommend|want|enjoy|rather|dream|hate|agree|choose|pick|vote|be)|in your (?:opinion|view)|
      your (?:favou?rite|opinion|thoughts?|view|take)|you personally|would you rather|
      is it (?:wrong|right|fair|immoral) to)\b`,
  ),
  cue(
    'taste',
    'asks for a judgement of taste',
    pattern`
      \b(?:best|most beautiful|prettiest|ugliest|coolest|nicest|funniest|smartest|sexiest|greatest|overrated|
      underrated|good person|bad person|idiot|stupid|ugly|pretty|beautiful|crooks?|evil|boring|just\W*$|nice person|
      happy|happier)\b.*(?:\bin the world|\bof all time|\bever|\bin town|\bto buy|\?|$)`,
  ),
  cue(
    'taste-word',
    'asks for a judgement of taste',
    pattern`
      \b(?:nice|nicest|tast(?:y|ier|iest)|sad|best-looking|good-looking|overrated|underrated|favou?rite|greatest|
      coolest|worth it|just for fun|true one|honest(?:ly)?|humble|easiest grader|moves you|real\W*$|crime|nonsense|
      moral|immoral|fair\W*$|deserve[sd]?|boring|cute|sexy|awful|crazy|weird)\b`,
  ),
  tellingCue(
    'advice',
    'asks for advice on life',
    pattern`
      ^(?:should|shall) (?:i|we)\b|
      \b(?:what|who|where|which) (?:\w+ ){0,3}(?:should|shall) (?:i|we) (?:wear|eat|have|cook|vote|marry|buy|watch|
      play|do with|name|choose|date|study|invest|give|get|text|say)\b`,
    'ask',
  ),
  cue(
    'recommend',
    'asks for a recommendation',
    /\b(?:recommend|suggest|any (?:good|recommendations|ideas|suggestions|tips)|what's a good)\b/,
  ),
  tellingCue(
    'self-judgement',
    'asks to be judged',
    pattern`
      ^(?:am i(?! (?:allowed|covered|eligible|entitled|required|supposed|able|insured))|are my|is my|was i|
      do i (?:look|have|seem|smell)|will i|would i|did i|can i see|have i|how (?:am|good|smart) i)\b`,
    'ask',
  ),
  cue('hearts', 'asks about hearts', pattern`\b${SENTIENT}\b`),
  cue(
    'how-hearts',
    'asks how to win hearts',
    pattern`^how\b[^?]*\b(?:${SENTIENT}|rich|famous|happy|girlfriend|boyfriend|crush|popular)\b`,
    'ask',
  ),
  cue('matter-of-taste', 'asks for a matter of taste', pattern`\b${MATTER_OF_TASTE}\b`),
  cue(
    'would-you',
    'asks what the assistant would do',
    /\b(?:what|which|who|how|where|why) would you\b|^would you (?:rather|run|live|be|do)\b/,
    'ask',
  ),
  cue(
    'should-another',
    'asks for a judgement of what others should do',
    /^(?:should|shall|think) (?!(?:i|we|you)\b)\w+/,
    'ask',
  ),
  cue(
    'superlative-alive',
    'asks for the best of all',
    pattern`
      \b(?:best|greatest|most|worst|\w+est)\b[^?]*\b(?:alive|living|ever|of all time|in the (?:world|country)|
      on earth)\b`,
  ),
];

/** The future, the hypothetical, and the unknowable. */
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
