import { cue, tellingCue, type Cue } from '../cue.js';
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
