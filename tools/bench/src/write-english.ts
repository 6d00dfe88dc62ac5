/** Common words of one to three tokens, as prose has them. */
const VOCABULARY = (
  'the of and to in a is that it was for on are with as his they be at one have this from or had by not but what some ' +
  'we can out other were all there when up use your how said an each she which do their time if will way about many ' +
  'then them write would like so these her long make thing see him two has look more day could go come did number ' +
  'sound no most people my over know water than call first who may down side been now find any new work part take get ' +
  'place made live where after back little only round man year came show every good me give our under harbour lantern ' +
  'lighthouse keeper merchant guild council treaty storm pressure valve temperature maintenance inspection interval ' +
  'regulation amendment paragraph committee measurement observation hypothesis retrieval'
).split(' ');

/** Words of a sentence, at least and at most. */
const SENTENCE = { shortest: 6, longest: 21 };

/**
 * Text with the word lengths and the punctuation of English prose, and no sense: what costs the same as real text.
 *
 * @param words ≥ 1
 * @param seed the same one gives the same text on every machine
 */
export function writeEnglish(words: number, seed: number): string {
  const random = xorshift(seed);
  const written: string[] = [];
  while (written.length < words) {
    const length = SENTENCE.shortest + (random() % (SENTENCE.longest - SENTENCE.shortest + 1));
    const sentence = Array.from({ length: Math.min(length, words - written.length) }, () => {
      return VOCABULARY[random() % VOCABULARY.length] ?? '';
    });
    sentence.push(`${sentence.pop() ?? ''}.`);
    written.push(...sentence);
  }
  return written.join(' ');
}

/** Whole numbers from 0 to 2³² − 1, the same ones for the same seed on every machine. */
export type Random = () => number;

/** Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003; 32 bit, shifts 13, 17, 5. */
export function xorshift(seed: number): Random {
  // Zero is the one state that never leaves itself.
  let state = (seed ^ 0x9e3779b9) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** @returns 0 ≤ number < 1 */
export function fractionOf(random: Random): number {
  return random() / 2 ** 32;
}

/** @returns about normal, mean 0 and variance 1: a sum of three uniform ones is near enough for noise, and fast */
export function noiseOf(random: Random): number {
  return 2 * (fractionOf(random) + fractionOf(random) + fractionOf(random) - 1.5);
}
