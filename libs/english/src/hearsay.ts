/** Words by which nobody answers for what a sentence says. */
const DOUBTS =
  `rumours? rumou?red rumors? gossip hearsay legends? legendary myth superstition nightmare prophecy vision dreams?
  dreamed dreamt supposed(?:ly)? alleged(?:ly)? reportedly apparently perhaps maybe possibly probably presumably feared
  suspected unconfirmed so-called would-be self-styled seems? seemed`
    .trim()
    .split(/\s+/);
const PHRASES = [
  'according to (?:(?:an? |the )?(?:gossip|hearsay|legends?|tales?|stor(?:y|ies)|songs?|ballads?|some|many|talk|rumou?rs?))',
  'appears? to',
  '(?:is|are|was|were) said',
  '(?:thought|believed) to',
  'there is talk',
  'word (?:is|has it)',
  'story goes',
  '(?:some|people|many|others|they|folk|locals|one|nobody|everybody|everyone) (?:say|think|believe|claim|whisper|swear|suspect|insist|mutter)',
];
/** Whether a sentence is hearsay as a whole: rumour, belief, dream, guess. */
export const HEARSAY = new RegExp(
  String.raw`(?=\p{L})(?<!\p{L})(?:${[...DOUBTS, ...PHRASES].join('|')})(?!\p{L})`,
  'iu',
);
