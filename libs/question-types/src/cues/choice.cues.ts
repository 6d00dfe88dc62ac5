import { cue, tellingCue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

/** Two things or more to choose from. */
export const CHOICE_CUES: readonly Cue[] = [
  tellingCue(
    'versus',
    'sets two things against each other',
    /\bvs\b\.?|\bversus\b|\bas (?:against|opposed to)\b|\b\w+ v\.? \w+/,
  ),
  tellingCue('which-or', 'asks to choose between two', /\b(?:which|who|what|whose|where|whom)\b[^?]*\bor\b/),
  tellingCue(
    'or-which',
    'names two and asks which',
    pattern`
      ^[^?]*\bor\b[^?]*(?:[,:;–—-]|\?[,:;?–—-]*) ?(?:(?:in|on|at|for|from|to|by) )?(?:which|who|what|whose|where|
      when|how|should|would)\b`,
  ),
  cue('or', 'says "or"', /\bor\b/),
  cue(
    'or-pair',
    'asks about one thing or the other',
    /^(?:[\w'-]+ ){1,5}or [\w'-]+(?: [\w'-]+){0,4}(?:[^\w'-]\W*)?$/,
    'ask',
  ),
  tellingCue(
    'should-or',
    'asks which to choose',
    pattern`
      \b(?:should|shall|would|better|do i|choose|choosing|pick|decide|deciding|torn|whether|not sure|afford|
      either)\b[^?]*\b(?:or|and)\b`,
  ),
  tellingCue(
    'choice-between',
    'asks which to choose',
    pattern`
      \b(?:choos\w+|choice|decid\w+|differ\w*|compar\w+|torn|gap|pick|weigh\w*|relat\w+|stuck|go|distinction|
      contrast) between\b|
      ^between\b`,
  ),
  cue(
    'either-of-two',
    'names two and nothing else',
    /^(?:the |an? )?[\w'-]+(?: [\w'-]+)? (?:or|vs\.?|versus|against) (?:the |an? )?[\w'-]+\b/,
    'ask',
  ),
  cue('three-way', 'names three or more to choose from', /\b[\w'-]+, (?:[\w'-]+ ){0,3}[\w'-]+,? (?:or|and|vs) [\w'-]+/),
  cue('between', 'names two ends', /\bbetween\b[^?]*\band\b/),
  cue('against', 'says "against"', /\bagainst\b/),
  cue('both-do', 'asks the same of two', /^(?:do|does|are|is|did|were|can)\b[^?]*\b(?:both|and)\b/, 'ask'),
  tellingCue(
    'two-subjects',
    'names two subjects',
    pattern`
      \b(?:do|does|did|are|is|were|was|how) (?:the |an? )?[\w'-]+(?: [\w'-]+){0,3} and (?:the |
      an? )?[\w'-]+(?: [\w'-]+){0,2} (?:differ|compare|relate|vary|have in common|share|both|each|stack|the same|
      alike|similar)`,
  ),
  cue('where-in-two', 'asks the same of two', /\b(?:the two|both|each|old and the new|new and the old) [\w'-]+/, 'ask'),
];
