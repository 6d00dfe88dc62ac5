import { cue, type Cue, tellingCue } from '../cue.js';
import { pattern } from '../pattern.js';

const PAIRS = [
  ['new', 'old'],
  ['north', 'south'],
  ['east', 'west'],
  ['day', 'night'],
  ['summer', 'winter'],
  ['big', 'small'],
  ['long', 'short'],
  ['first', 'second'],
  ['upper', 'lower'],
  ['men', 'women'],
  ['boys', 'girls'],
  ["this year's", "last year's"],
  ['full', 'part'],
  ['inside', 'outside'],
] as const;
/** Both words of a pair, in either order. */
const OPPOSITES = PAIRS.map(([one, other]) => `\\b${one}\\b.*\\b${other}\\b|\\b${other}\\b.*\\b${one}\\b`).join('|');

/** Two things set against each other without a comparative. */
export const CONTRAST_CUES: readonly Cue[] = [
  tellingCue(
    'difference',
    'asks for a difference',
    pattern`
      \b(?:differ(?:s|ed|ence|ences|ent|ently|ing)?|disagrees?|diverges?|deviates?|distinguish(?:es)?|discrepancy|
      discrepancies|sets? [^?]*apart|tell [^?]*apart|how far apart|unlike|not the same|depart from|separates?|gap)\b`,
  ),
  tellingCue(
    'separates',
    'asks what tells two apart',
    /\bwhat (?:separates|distinguishes|changed|changes|sets)\b|\btell (?:an?|the) .* from\b/,
  ),
  cue(
    'same-as',
    'asks whether two are the same',
    pattern`
      \b(?:the same|different|alike|any different|relate[sd]?|measured)\b[^?]*\b(?:as|from|to|than|or|against)\b|
      \b(?:tell|know) (?:which is which|them apart)\b|
      \b(?:enough|over the|stricter|as \w+ as)\b`,
  ),
  tellingCue(
    'likeness',
    'asks what two share',
    pattern`
      \b(?:in common|alike|similar(?:ity|ities|ly)?|the same|identical|equally|as \w+ as|likeness|resemble[sd]?|
      equivalent|share|same)\b`,
  ),
  tellingCue(
    'which-is-which',
    'asks to tell apart',
    /\bwhich is which\b|\bhow (?:can|do|does|would|could) (?:i|you|one|we) tell\b|\b(?:differ|unlike)\b/,
  ),
  cue(
    'verb-against',
    'sets one against another',
    /^(?:do|does|did|can|would) [^?]*\b(?:beat|outrank|outdo|match|equal|outrun|counter|trump)s?\b/,
    'ask',
  ),
  tellingCue(
    'outdo',
    'weighs one against another',
    pattern`\b(?:outnumber|outweigh|outlast|outlive|outrank|exceed|surpass|beat|top|trump|overtake)(?:s|es|ed)?\b`,
  ),
  cue(
    'out-does',
    'asks whether one outdoes the other',
    pattern`
      \bout(?:bid|do|does|did|eat|earn|fly|grow|grew|last|live|number|pace|perform|play|ran|rank|run|score|sell|shine|
      sold|spend|weigh)(?:s|es|ed)?\b`,
  ),
  cue(
    'as-the-other',
    'asks whether one is as the other',
    pattern`
      ^(?:do|does|did|is|are|was|were|can|has|have)\b[^?]*\bas (?!soon|long as|of\b|well\b)[^?]*\b(?:do|does|did|is|
      are|was|were|can|has|have)\W*$|
      \bas (?:far|much|many|long|often|well|fast|good|strict|old|high|hard) as\b`,
    'ask',
  ),
  tellingCue(
    'not-the-other',
    'asks what one has that another has not',
    pattern`
      \b(?:that|which) (?:an? |the |i |we |you )?[\w-]+ ?(?:can't|cannot|couldn't|don't|doesn't|isn't|hasn't|won't)\b|
      \bin place of\b|
      \brelative to\b|
      \bin each\b|
      \bover (?:the|an?) [\w-]+(?:[^\w-]\W*)?$|
      \blast year's\b`,
  ),
  cue(
    'one-not-the-other',
    'asks what one has that the other lacks',
    /\bthat (?:[\w'-]+ ){1,4}(?:not|lacks?|cannot|\w+n't)\b/,
    'ask',
  ),
  cue(
    'improves-on',
    'asks what became of one by the other',
    pattern`
      \b(?:improve[sd]?|improvements?|improving) (?:on|over|upon)\b|
      \b(?:going|moving|switch(?:ing)?|chang(?:e|ing)|upgrad(?:e|ing)) from\b`,
  ),
  cue(
    'how-changed',
    'asks what changed',
    pattern`^how (?:did|does|has|have|is|are)\b[^?]*\b(?:change[ds]?|altered|alter|improved?|deviate|depart|new)\b`,
    'ask',
  ),
  cue(
    'tells-from',
    'asks what tells one from the other',
    pattern`
      \b(?:tells?|telling|know|knows|distinguish\w*|sets?|separates?) (?:an? |the )?[\w'-]+(?: [\w'-]+){0,2} (?:from|
      apart)\b`,
    'ask',
  ),
  cue('opposites', 'names two opposites', pattern`${OPPOSITES}`),
  cue(
    'in-what-way',
    'asks in what respect',
    /\b(?:in (?:what|which) (?:way|respect)s?|in terms of|when it comes to|as regards|in each)\b/,
  ),
];
