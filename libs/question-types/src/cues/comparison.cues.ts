import { cue, tellingCue, type Cue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

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
