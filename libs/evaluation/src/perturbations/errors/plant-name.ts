import { pick, replaceAt } from '../words.js';
import type { PlainDocument } from '../document.js';
import type { ErrorPlanter } from './error-planter.js';
import { namesIn, shareWord, type NameMention } from './names.js';

/** After them one of several is named, so that another may be as true. */
const EXAMPLES =
  /\b(?:such as|including|include|includes|like|for example|for instance|e\.g\.|any|some|or|among|one of|either|mostly|usually|often)\b/i;
const PLACE_BEFORE = /\b(?:in|at|from|to|near|under|of|on|into|towards|across) (?:the )?$/i;

/** Another name of the document, written alike, in the place of one. */
export const plantName: ErrorPlanter = (sentence, { document, block, random }) => {
  if (EXAMPLES.test(sentence)) return null;
  const own = namesIn(sentence);
  const site = pick(own, random);
  if (!site) return null;
  const others = otherNames(document, block).filter(
    ({ mention, text }) =>
      isLike(mention, text, site, sentence) &&
      !own.some((name) => shareWord(name.text, mention.text)) &&
      !areOne(document, mention.text, site.text) &&
      !sentence.includes(mention.text),
  );
  const found = pick(others, random);
  if (!found) return null;
  const to = found.mention.text;
  const text = replaceAt(sentence, site.index, site.text.length, to);
  return { text, from: site.text, to, block: found.block };
};

/** Names outside the block of the sentence, where what is said of one is seldom said of the other. */
function otherNames({ blocks }: PlainDocument, own: number) {
  return blocks.flatMap(({ text, prose }, block) =>
    prose && block !== own ? namesIn(text).map((mention) => ({ mention, block, text })) : [],
  );
}

/** Both with or without "the", of as many words, and both after a word that leads to a place, or neither. */
function isLike(mention: NameMention, text: string, site: NameMention, sentence: string): boolean {
  const ofPlace = (one: NameMention, where: string): boolean => PLACE_BEFORE.test(where.slice(0, one.index));
  return (
    mention.definite === site.definite &&
    mention.text.split(' ').length > 1 === site.text.split(' ').length > 1 &&
    ofPlace(mention, text) === ofPlace(site, sentence)
  );
}

/** Title and aliases of a document name the same. */
function areOne({ title, aliases }: PlainDocument, a: string, b: string): boolean {
  const names = [title, ...aliases];
  return names.some((name) => shareWord(name, a)) && names.some((name) => shareWord(name, b));
}
