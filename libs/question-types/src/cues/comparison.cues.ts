import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const NUMBER_WORD =
  '(?:two|three|four|five|six|seven|eight|nine|ten|twelve|one|half|once|twice|\\d[\\d.,]*|[a-z]+teen|an? (?:dozen|hundred|hour|day|week|month|year|metre|meter|kilometre|mile|kilo|litre|euro|pound|dollar))';

/** Adjectives that are graded by their ending, as stems: bigger, heaviest, finer. */
const GRADED = anyOf(`
  bigg small larg tall short long high low deep shallow wid narrow thick thinn broad steep flatt old eld young new earli lat
  fast slow quick strong weak tough hard soft loud quiet bright dark dimm light heavi dens hott cold warm cool chilli cheap dear
  rich poor costli saf riski easi simpl smart clever great fin nic rar strict sharp blunt smooth rough fresh clean dirti dri
  wett damp sweet sour bitt salti spici soon near clos busi happi healthi gentl calm wild tasti flaki crisp noisi hairi pretti ugli
  lucki wealthi friendli mild harsh sever stiff tight loos full bold tini grav dark`);

/** "More than twelve" sets a limit; it weighs nothing against another. */
const MORE = `(?:${GRADED}er|better|worse|farther|further|(?<!\\bno )(?:more|less|fewer)(?! than ${NUMBER_WORD}))`;
const MOST = `(?:${GRADED}est|most|least|best|worst)`;

/** Comparatives and superlatives. */
export const COMPARISON_CUES: readonly Cue[] = [
  tellingCue(
    'compares',
    'asks to compare',
    pattern`\b(?:compare[sd]?|comparing|comparison|contrast(?:s|ed|ing)?(?! agent)|stack up|measure up|weigh up)\b`,
  ),
  tellingCue(
    'more-than',
    'weighs one against another',
    pattern`\b(?:${MORE}|[a-z]{3,}er)\b[^?.]*\bthan\b(?! ${NUMBER_WORD}\b)`,
  ),
  cue('more-than-number', 'asks about a limit', pattern`\b(?:${MORE})\b[^?.]*\bthan ${NUMBER_WORD}\b`),
  cue('than', 'says "than"', /\bthan\b/),
  cue('comparative-form', 'uses a comparative', pattern`\b${MORE}\b`),
  cue('superlative-form', 'uses a superlative', pattern`\b${MOST}\b`),
  cue(
    'which-more',
    'asks which is more',
    pattern`\b(?:which|who|what|whose|where|when|how much|how many)\b[^?]*\b${MORE}\b`,
  ),
  tellingCue('much-more', 'asks by how much', pattern`\bhow (?:much|many|far|long)\b[^?]*\b${MORE}\b|\bby how much\b`),
  tellingCue(
    'one-or-more-than',
    'asks whether one is more than the other',
    pattern`^(?:is|are|was|were|does|do|did|has|have|can|will)\b[^?]*\b${MORE}\b[^?]*\bthan\b`,
    'ask',
  ),
  cue(
    'yes-no-comparative',
    'asks whether one is more',
    pattern`^(?:is|are|was|were|does|do|did|has|have|can|will)\b[^?]*\b${MORE}\b`,
    'ask',
  ),
  cue(
    'which-of',
    'asks which of several',
    /\b(?:which|who) (?:one )?(?:of|among|out of)\b|^of (?:the|these|those|all|both)?\b/,
    'ask',
  ),
  cue(
    'pair',
    'speaks of a pair',
    pattern`
      \b(?:of the (?:two|three|pair)|the two|these two|both|either|each other|one another|respectively|the pair|
      which one|which of (?:the )?(?:two|these|those))\b`,
  ),
  cue(
    'rank',
    'asks for a ranking',
    pattern`
      \b(?:rank|ranked|ranking|order them|side by side|relative to|in relation to|compared|head to head|
      outperforms?)\b`,
  ),
  cue(
    'side-by-side',
    'sets two side by side',
    /\bside by side\b|\bnext to each other\b|\b(?:rank|sort|order) (?:the|these|them|our|all)\b/,
    'ask',
  ),
  cue(
    'is-there-more',
    'asks whether something is gained',
    pattern`
      \b(?:any|what|which|an?|the) (?:real |actual |big |main )?(?:advantage|disadvantage|gain|benefit|point|
      difference|improvement|drawback)s?\b|
      \b(?:gain|lose|save|justif\w+|worth)\b`,
  ),
  tellingCue(
    'trade-off',
    'asks for pros and cons',
    pattern`
      \b(?:pros and cons|trade-?offs?|advantages?|disadvantages?|upsides?|downsides?|instead of|rather than|
      over the other|worth (?:the|it|more|paying)|better deal|upgrade from|stick with|benefits? of .* over)\b`,
  ),
];

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
  cue(
    'three-way',
    'names three or more to choose from',
    /(?<![\w'-])[\w'-]+, (?:[\w'-]+ ){0,3}[\w'-]+,? (?:or|and|vs) [\w'-]+/,
  ),
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
