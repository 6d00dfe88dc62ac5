import type { PlainDocument } from '@arbiter/evaluation';
import { pick, replaceAt } from '../words.js';
import type { ErrorPlanter } from './error-planter.js';

/** Capitalised words that are no names: openings, titles, days and terms that a calendar or a rule book capitalises. */
const NO_NAME =
  /^(?:The|A|An|He|She|It|They|We|You|I|His|Her|Its|Their|Your|Our|This|That|These|Those|Each|Every|All|No|Some|Most|Many|Any|Both|Another|In|On|At|By|For|From|With|Under|After|Before|During|When|While|Until|If|Because|Since|Although|Though|Once|As|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Anyone|Everyone|Nobody|Whoever|One|Only|There|Here|Then|Not|Neither|Such|Other|Others|DC|AC|XP|Article|Unless|Whenever|Instead|However|Also|Against|Over|Between|What|Who|How|Until|Till|Close|Till|\p{Lu}\p{Ll}+(?:day|ing))$/u;

export interface NameMention {
  readonly text: string;
  readonly index: number;
  /** Written with "the" before it. */
  readonly definite: boolean;
}

const WORD = "\\p{Lu}\\p{Ll}+(?:['’]s?(?= \\p{Lu}))?";
const NAME = new RegExp(`\\b${WORD}(?:(?: of (?:the )?| )${WORD})*`, 'gu');
/** Places where any word is capitalised. */
const OPENING = /(?:^|[.!?:;]["”]? |\n)$/;

/** Names in a text: runs of capitalised words, without opening words that are only written large there. */
export function namesIn(text: string): NameMention[] {
  return [...text.matchAll(NAME)].flatMap((match) => {
    let [name] = match;
    let { index } = match;
    let first = /^\S+/.exec(name)?.[0] ?? '';
    while (NO_NAME.test(first) && name.length > first.length) {
      const skipped = /^\S+ (?:of (?:the )?)?/.exec(name)?.[0].length ?? 0;
      name = name.slice(skipped);
      index += skipped;
      first = /^\S+/.exec(name)?.[0] ?? '';
    }
    if (name === '' || NO_NAME.test(first)) return [];
    if (OPENING.test(text.slice(0, index))) {
      // "Members of the Company": the first word may be any word, and so may a single one.
      const head = /^\p{Lu}\p{Ll}+ of (?:the )?/u.exec(name)?.[0].length ?? 0;
      name = name.slice(head);
      index += head;
      if (head === 0 && !name.includes(' ')) return [];
    }
    return [{ text: name, index, definite: /\b[Tt]he $/.test(text.slice(0, index)) }];
  });
}

/** Whether two names may be of one and the same: they share a word. */
export function shareWord(a: string, b: string): boolean {
  const words = new Set(a.split(' ').filter((word) => word !== 'of' && word !== 'the'));
  return b.split(' ').some((word) => words.has(word));
}

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

/** Names outside the block of the sentence, where a statement about one is seldom true of the other. */
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
