import { cue, tellingCue, type Cue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const TROUBLE = anyOf(`
  broken broke stuck stopped stolen lost failed fails failing jammed leaking leaks missing wrong damaged split burnt refuses refused
  won't doesn't didn't can't cannot keeps crashed locked forgot`);

/** A case that has to be dealt with: what is to be done about it. */
export const TROUBLE_CUES: readonly Cue[] = [
  tellingCue(
    'what-to-do',
    'asks what to do',
    pattern`\bwhat (?:do|should|must|can|shall|would|am|are|is|does|did|has|have|needs?)\b.*\b(?:do|done|to do|happens?)\b`,
    'ask',
  ),
  tellingCue(
    'what-now',
    'asks what comes next',
    pattern`
      \b(?:what now|what next|now what|what then|what comes next|what happens (?:next|then|now|after)|next steps?|
      where do i start|where to start|where do we begin)\b`,
  ),
  cue(
    'what-to-try',
    'asks what to try',
    /\bwhat (?:do|can|should|could|might|shall) (?:i|we|one|you|they) (?:try|check|look at|change|do)\b/,
    'ask',
  ),
  cue(
    'has-to',
    'speaks of what has to be done',
    /\b(?:have to|has to|need to|needs to|must|supposed to|required to|got to|ought to)\b/,
  ),
  tellingCue(
    'what-required',
    'asks what is required',
    /\bwhat(?:'s| is| are| does| do)\b.*\b(?:involved|required|necessary|take to|takes to|needed to)\b/,
  ),
  cue(
    'wants-to',
    'says what the asker means to do',
    pattern`
      \b(?:i(?:'d| would)? (?:like|want|need|love|have|wish) to|i want|i need|
      i(?:'m| am) (?:trying|going|about|planning|thinking|supposed)|we (?:want|need|have|would like) to|
      we(?:'d| would) like|i should like to|i'd like)\b`,
  ),
  tellingCue(
    'go-about',
    'asks how to go about it',
    pattern`
      \b(?:go about|deal with|get rid of|rid of|get started|set up|get hold|start over|sort (?:it|this|that) out|
      hand over|fix (?:that|this|it)|get (?:it|them) (?:going|running|back))\b`,
  ),
  cue('trouble', 'tells of trouble', pattern`\b${TROUBLE}\b`),
  cue(
    'happened-to-me',
    'tells what has happened to the asker',
    pattern`
      ^(?:i(?:'ve| have)|i(?:'m| am)|my|somebody|someone|we(?:'ve| have)|the|an?|just)\b.*[.!…:,–-] .*(?:\bwhat|
      \bhow|\bwhere|\bnext)`,
    'opening',
  ),
  cue(
    'can-be-mended',
    'asks whether something can be mended',
    pattern`
      \bcan (?:i|we|it|that|this|they) (?:still )?(?:be )?(?:fix|mend|rescue|repair|save|undo|restore)(?:ed|d|ne)?\b|
      \bnext (?:steps?|moves?)\b`,
  ),
  cue(
    'usual-way',
    'asks for the usual way',
    pattern`
      \b(?:what's|what is|is|are|:) ?(?:the|our|your|one's) (?:usual |proper |right |best |normal )?(?:way|routine|
      drill|method|procedure|practice)\b`,
  ),
  cue(
    'dealing-with',
    'asks for a way of dealing with something',
    /\b(?:deal|dealing|dealt|cope|handle[ds]?|handling|treat(?:ed)?|way of) (?:with|that|this|it)\b/,
  ),
];
