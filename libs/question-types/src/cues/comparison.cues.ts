import { anyOf, cue, pooled, type Cue } from '../cue.js';

/** Adjectives that are graded by their ending, as stems: bigger, heaviest, finer. */
const GRADED = anyOf(`
  bigg small larg tall short long high low deep shallow wid narrow thick thinn broad steep flatt old eld young new earli lat
  fast slow quick strong weak tough hard soft loud quiet bright dark dimm light heavi dens hott cold warm cool chilli cheap dear
  rich poor costli saf riski easi simpl smart clever great fin nic rar strict sharp blunt smooth rough fresh clean dirti dri
  wett damp sweet sour bitt salti spici soon near clos busi happi healthi gentl calm wild tasti flaki crisp noisi hairi pretti ugli
  lucki wealthi friendli mild harsh sever stiff tight loos full bold tini grav dark`);

const NUMBER_WORD =
  '(?:two|three|four|five|six|seven|eight|nine|ten|twelve|one|half|once|twice|\\d[\\d.,]*|[a-z]+teen|an? (?:dozen|hundred|hour|day|week|month|year|metre|meter|kilometre|mile|kilo|litre|euro|pound|dollar))';
/** "More than twelve" sets a limit; it weighs nothing against another. */
const MORE = `(?:${GRADED}er|better|worse|farther|further|(?<!\\bno )(?:more|less|fewer)(?! than ${NUMBER_WORD}))`;
const MOST = `(?:${GRADED}est|most|least|best|worst)`;

const SINGLE_CUES: readonly Cue[] = [
  cue(
    'compares',
    'asks to compare',
    /\b(?:compare[sd]?|comparing|comparison|contrast(?:s|ed|ing)?(?! agent)|stack up|measure up|weigh up)\b/,
  ),
  cue(
    'difference',
    'asks for a difference',
    /\b(?:differ(?:s|ed|ence|ences|ent|ently|ing)?|disagrees?|diverges?|deviates?|distinguish(?:es)?|discrepancy|discrepancies|sets? [^?]*apart|tell [^?]*apart|how far apart|unlike|not the same|depart from|separates?|gap)\b/,
  ),
  cue(
    'separates',
    'asks what tells two apart',
    /\bwhat (?:separates|distinguishes|changed|changes|sets)\b|\btell (?:an?|the) .* from\b/,
  ),
  cue(
    'versus',
    'sets two things against each other',
    /\bvs\b\.?|\bversus\b|\bas (?:against|opposed to)\b|\b\w+ v\.? \w+/,
  ),
  cue(
    'more-than',
    'weighs one against another',
    new RegExp(`\\b(?:${MORE}|[a-z]{3,}er)\\b[^?.]*\\bthan\\b(?! ${NUMBER_WORD}\\b)`),
  ),
  cue('more-than-number', 'asks about a limit', new RegExp(`\\b(?:${MORE})\\b[^?.]*\\bthan ${NUMBER_WORD}\\b`)),
  cue('than', 'says "than"', /\bthan\b/),
  cue('comparative-form', 'uses a comparative', new RegExp(`\\b${MORE}\\b`)),
  cue('superlative-form', 'uses a superlative', new RegExp(`\\b${MOST}\\b`)),
  cue(
    'which-more',
    'asks which is more',
    new RegExp(`\\b(?:which|who|what|whose|where|when|how much|how many)\\b[^?]*\\b${MORE}\\b`),
  ),
  cue('which-or', 'asks to choose between two', /\b(?:which|who|what|whose|where|whom)\b[^?]*\bor\b/),
  cue(
    'or-which',
    'names two and asks which',
    /^[^?]*\bor\b[^?]*[,:;?–—-]+ ?(?:(?:in|on|at|for|from|to|by) )?(?:which|who|what|whose|where|when|how|should|would)\b/,
  ),
  cue('or', 'says "or"', /\bor\b/),
  cue('or-pair', 'asks about one thing or the other', /^(?:[\w'-]+ ){1,5}or (?:[\w'-]+ ?){1,5}\W*$/, 'ask'),
  cue(
    'should-or',
    'asks which to choose',
    /\b(?:should|shall|would|better|do i|choose|choosing|pick|decide|deciding|torn|whether|not sure|afford|either)\b[^?]*\b(?:or|and)\b/,
  ),
  cue(
    'same-as',
    'asks whether two are the same',
    /\b(?:the same|different|alike|any different|relate[sd]?|measured)\b[^?]*\b(?:as|from|to|than|or|against)\b|\b(?:tell|know) (?:which is which|them apart)\b|\b(?:enough|over the|stricter|as \w+ as)\b/,
  ),
  cue('both-do', 'asks the same of two', /^(?:do|does|are|is|did|were|can)\b[^?]*\b(?:both|and)\b/, 'ask'),
  cue(
    'verb-against',
    'sets one against another',
    /^(?:do|does|did|can|would) [^?]*\b(?:beat|outrank|outdo|match|equal|outrun|counter|trump)s?\b/,
    'ask',
  ),
  cue(
    'not-the-other',
    'asks what one has that another has not',
    /\b(?:that|which) (?:an? |the |i |we |you )?[\w-]+ ?(?:can't|cannot|couldn't|don't|doesn't|isn't|hasn't|won't)\b|\bin place of\b|\brelative to\b|\bin each\b|\bover (?:the|an?) [\w-]+\W*$|\blast year's\b/,
  ),
  cue(
    'which-is-which',
    'asks to tell apart',
    /\bwhich is which\b|\bhow (?:can|do|does|would|could) (?:i|you|one|we) tell\b|\b(?:differ|unlike)\b/,
  ),
  cue('between', 'names two ends', /\bbetween\b[^?]*\band\b/),
  cue(
    'choice-between',
    'asks which to choose',
    /\b(?:choos\w+|choice|decid\w+|differ\w*|compar\w+|torn|gap|pick|weigh\w*|relat\w+|stuck|go|distinction|contrast) between\b|^between\b/,
  ),
  cue('against', 'says "against"', /\bagainst\b/),
  cue(
    'in-what-way',
    'asks in what respect',
    /\b(?:in (?:what|which) (?:way|respect)s?|in terms of|when it comes to|as regards|in each)\b/,
  ),
  cue(
    'is-there-more',
    'asks whether something is gained',
    /\b(?:any|what|which|an?|the) (?:real |actual |big |main )?(?:advantage|disadvantage|gain|benefit|point|difference|improvement|drawback)s?\b|\b(?:gain|lose|save|justif\w+|worth)\b/,
  ),
  cue(
    'much-more',
    'asks by how much',
    new RegExp(`\\bhow (?:much|many|far|long)\\b[^?]*\\b${MORE}\\b|\\bby how much\\b`),
  ),
  cue(
    'two-subjects',
    'names two subjects',
    /\b(?:do|does|did|are|is|were|was|how) (?:the |an? )?[\w'-]+(?: [\w'-]+){0,3} and (?:the |an? )?[\w'-]+(?: [\w'-]+){0,2} (?:differ|compare|relate|vary|have in common|share|both|each|stack|the same|alike|similar)/,
  ),
  cue(
    'one-or-more-than',
    'asks whether one is more than the other',
    new RegExp(`^(?:is|are|was|were|does|do|did|has|have|can|will)\\b[^?]*\\b${MORE}\\b[^?]*\\bthan\\b`),
    'ask',
  ),
  cue(
    'yes-no-comparative',
    'asks whether one is more',
    new RegExp(`^(?:is|are|was|were|does|do|did|has|have|can|will)\\b[^?]*\\b${MORE}\\b`),
    'ask',
  ),
  cue(
    'pair',
    'speaks of a pair',
    /\b(?:of the (?:two|three|pair)|the two|these two|both|either|each other|one another|respectively|the pair|which one|which of (?:the )?(?:two|these|those))\b/,
  ),
  cue(
    'which-of',
    'asks which of several',
    /\b(?:which|who) (?:one )?(?:of|among|out of)\b|^of (?:the|these|those|all|both)?\b/,
    'ask',
  ),
  cue(
    'likeness',
    'asks what two share',
    /\b(?:in common|alike|similar(?:ity|ities|ly)?|the same|identical|equally|as \w+ as|likeness|resemble[sd]?|equivalent|share|same)\b/,
  ),
  cue(
    'trade-off',
    'asks for pros and cons',
    /\b(?:pros and cons|trade-?offs?|advantages?|disadvantages?|upsides?|downsides?|instead of|rather than|over the other|worth (?:the|it|more|paying)|better deal|upgrade from|stick with|benefits? of .* over)\b/,
  ),
  cue(
    'rank',
    'asks for a ranking',
    /\b(?:rank|ranked|ranking|order them|side by side|relative to|in relation to|compared|head to head|outperforms?)\b/,
  ),
  cue(
    'outdo',
    'weighs one against another',
    /\b(?:outnumber|outweigh|outlast|outlive|outrank|exceed|surpass|beat|top|trump|overtake)(?:s|es|ed)?\b/,
  ),
  cue('three-way', 'names three or more to choose from', /\b[\w'-]+, (?:[\w'-]+ ){0,3}[\w'-]+,? (?:or|and|vs) [\w'-]+/),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  compares difference separates versus more-than which-or or-which should-or choice-between likeness trade-off two-subjects much-more outdo which-is-which not-the-other one-or-more-than`;

/** Two things or more, set side by side. */
export const COMPARISON_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-comparison', 'sets things side by side', SINGLE_CUES, TELLING),
];
