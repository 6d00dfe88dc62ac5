import { cue, type Cue } from '../cue.js';

/** Two things set against each other without a comparative. */
export const CONTRAST_CUES: readonly Cue[] = [
  cue(
    'out-does',
    'asks whether one outdoes the other',
    /\bout(?:bid|do|does|did|eat|earn|fly|grow|grew|last|live|number|pace|perform|play|ran|rank|run|score|sell|shine|sold|spend|weigh)(?:s|es|ed)?\b/,
  ),
  cue(
    'as-the-other',
    'asks whether one is as the other',
    /^(?:do|does|did|is|are|was|were|can|has|have)\b[^?]*\bas (?!soon|long as|of\b|well\b)[^?]*\b(?:do|does|did|is|are|was|were|can|has|have)\W*$|\bas (?:far|much|many|long|often|well|fast|good|strict|old|high|hard) as\b/,
    'ask',
  ),
  cue(
    'improves-on',
    'asks what became of one by the other',
    /\b(?:improve[sd]?|improvements?|improving) (?:on|over|upon)\b|\b(?:going|moving|switch(?:ing)?|chang(?:e|ing)|upgrad(?:e|ing)) from\b/,
  ),
  cue(
    'how-changed',
    'asks what changed',
    /^how (?:did|does|has|have|is|are)\b[^?]*\b(?:change[ds]?|altered|alter|improved?|deviate|depart|new)\b/,
    'ask',
  ),
  cue(
    'one-not-the-other',
    'asks what one has that the other lacks',
    /\bthat (?:[\w'-]+ ){1,4}(?:not|lacks?|cannot|\w+n't)\b/,
    'ask',
  ),
  cue(
    'tells-from',
    'asks what tells one from the other',
    /\b(?:tells?|telling|know|knows|distinguish\w*|sets?|separates?) (?:an? |the )?[\w'-]+(?: [\w'-]+){0,2} (?:from|apart)\b/,
    'ask',
  ),
  cue(
    'side-by-side',
    'sets two side by side',
    /\bside by side\b|\bnext to each other\b|\b(?:rank|sort|order) (?:the|these|them|our|all)\b/,
    'ask',
  ),
  cue(
    'either-of-two',
    'names two and nothing else',
    /^(?:the |an? )?[\w'-]+(?: [\w'-]+)? (?:or|vs\.?|versus|against) (?:the |an? )?[\w'-]+\b/,
    'ask',
  ),
  cue('where-in-two', 'asks the same of two', /\b(?:the two|both|each|old and the new|new and the old) [\w'-]+/, 'ask'),
];
