import { BE, DO, HAVE, MODALS, PREPOSITIONS, verbForms } from '@arbiter/english';
import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun, singularOf } from '@arbiter/extraction';
import { type Span, normalizeTerm } from '@arbiter/text';
import { ADVERBS, CONJUNCTIONS, DETERMINERS, NEGATORS, PARTICLES } from '../english/words.js';
import type { Discourse } from './discourse.js';
import type { KnownNames } from './known-names.js';

/** A word, a mark, or the mention of a known entity. */
export interface Node extends Span {
  /** Folded. */
  readonly word: string;
  readonly text: string;
  readonly entity: KnownEntity | null;
  /** "the ward's", "its". */
  readonly possessive: boolean;
  /** A pronoun or a description stands for it. */
  readonly indirect: boolean;
  readonly quoted: boolean;
}

const WORD =
  /[\p{L}\p{N}]+(?:(?:[.’'/&-]|(?<=\d):(?=\d)|(?<=\p{Lu})\s?&\s?)[\p{L}\p{N}]+)*(?:(?<=\p{Ll}s)['’](?=\s\p{L}))?|[^\s\p{L}\p{N}]/gu;

const MAX_NODES = 400;

/** Reads the nodes of a statement: names first, then descriptions and pronouns from left to right. */
export function readNodes(
  text: string,
  offset: number,
  quoted: readonly Span[],
  names: KnownNames,
  discourse: Discourse,
): Node[] {
  const tokens = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  })).slice(0, MAX_NODES);
  const folded = tokens.map(({ text: word }) =>
    normalizeTerm(word)
      .replace(/[’]/g, "'")
      .replace(/(?<=.)'$/, ''),
  );
  const bare = folded.map((word) => word.replace(/'s?$/, ''));
  const nodes: Node[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    const isQuoted = quoted.some(({ start, end }) => start <= token.start && token.end <= end);
    const isCapital = /^[\p{Lu}\p{N}]/u.test(token.text);
    const found = longestName(names, folded, bare, at, isCapital);
    const described =
      found || longestName(names, folded, bare, at + 1, /^\p{Lu}/u.test(tokens[at + 1]?.text ?? ''))
        ? null
        : describe(tokens, bare, at, discourse);
    const length = found?.length ?? described?.length ?? 1;
    const last = tokens[at + length - 1] ?? token;
    const entity = found
      ? chooseNamesake(found.entities, folded[at - 1] ?? '', discourse)
      : (described?.entity ?? discourse.pronoun(bare[at] ?? ''));
    const possessive = /['’]s?$/.test(last.text)
      ? !/['’]s?$/.test(found?.lastWord ?? '')
      : /^(?:his|her|its|their)$/.test(folded[at] ?? '');
    nodes.push({
      start: token.start + offset,
      end: last.end + offset,
      word: folded.slice(at, at + length).join(' '),
      text: text.slice(token.start, last.end),
      entity,
      possessive: entity !== null && possessive,
      indirect: !found,
      quoted: isQuoted,
    });
    if (entity && (found ?? described)) discourse.name(entity);
    else if (
      !entity &&
      at > 0 &&
      /^\p{Lu}\p{Ll}{2,}/u.test(token.text) &&
      /^\p{Lu}\p{Ll}/u.test(tokens[at + 1]?.text ?? '')
    )
      discourse.nameStranger();
    at += length;
  }
  return nodes;
}

function longestName(
  names: KnownNames,
  folded: readonly string[],
  bare: readonly string[],
  at: number,
  isCapital: boolean,
): { entities: readonly KnownEntity[]; length: number; lastWord: string } | null {
  const whole = names.longestAt(folded, at, isCapital);
  const window = [...folded.slice(at, at + 8)];
  let best = whole;
  // A possessive ending may close the name.
  for (let length = Math.min(8, window.length); length > (best?.length ?? 0); length--) {
    const words = [...folded.slice(at, at + length - 1), bare[at + length - 1] ?? ''];
    const found = names.longestAt(words, 0, isCapital);
    if (found?.length === length) {
      best = found;
      break;
    }
  }
  return best ? { entities: best.entry.entities, length: best.length, lastWord: best.entry.words.at(-1) ?? '' } : null;
}

function chooseNamesake(entities: readonly KnownEntity[], before: string, discourse: Discourse): KnownEntity | null {
  if (entities.length === 1) return entities[0] ?? null;
  const meant = discourse.description(before);
  if (meant && entities.includes(meant)) return meant;
  const recent = discourse.recentOf(entities);
  return recent;
}

/** "the old ward", "this ward", "our older pump": up to two words between article and noun. */
export function describe(
  tokens: readonly { readonly text: string }[],
  bare: readonly string[],
  at: number,
  discourse: Discourse,
): { entity: KnownEntity; length: number } | null {
  if (!/^(?:the|this|that|these|those|our)$/i.test(tokens[at]?.text ?? '')) return null;
  for (let length = 2; length <= 3; length++) {
    const word = bare[at + length - 1] ?? '';
    const noun = singularOf(word);
    // "the pilots" are not one of them.
    if (noun !== word && isPersonNoun(noun)) return null;
    if (!/^\p{Ll}/u.test(tokens[at + length - 1]?.text ?? '')) return null;
    if (!/^\p{L}{3,}$/u.test(noun) || /^(?:of|and|was|were|is|are|in|on|at|to|by)$/.test(noun)) return null;
    // "the ward manager" is no ward.
    const next = (tokens[at + length]?.text ?? '').toLowerCase();
    const entity = discourse.description(noun);
    // "the alliance between": a noun that goes on is no reference.
    if (entity && endsNounPhrase(next) && !/^(?:of|between)$/.test(next)) return { entity, length };
  }
  return null;
}

/** Whether a word cannot go on with a noun phrase: "the ward manager" is no ward. */
function endsNounPhrase(word: string): boolean {
  if (word === '' || !/^\p{L}/u.test(word) || word.endsWith("n't")) return true;
  for (const list of [PREPOSITIONS, CONJUNCTIONS, BE, HAVE, DO, MODALS, ADVERBS, DETERMINERS, NEGATORS, PARTICLES])
    if (list.has(word)) return true;
  if (word.endsWith('ly')) return true;
  return verbForms(word).some(
    ({ form }) => form === 'past' || form === 'participle' || (form === 'third' && conceptsOf(word).length === 0),
  );
}
