import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun, singularOf } from '@arbiter/extraction';
import { normalizeTerm, type Span } from '@arbiter/text';
import type { EntityKind, KnownNames } from './known-names.js';
import type { Statement } from './read-statements.js';
import { verbForms } from './verb-forms.js';
import {
  ADVERBS,
  BE,
  CONJUNCTIONS,
  DETERMINERS,
  DO,
  HAVE,
  MODALS,
  NEGATORS,
  PARTICLES,
  PREPOSITIONS,
} from './words.js';

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
  /** A pronoun that could mean somebody else. */
  readonly ambiguous: boolean;
  readonly quoted: boolean;
}

const WORD =
  /[\p{L}\p{N}]+(?:(?:[.’'/&-]|(?<=\d):(?=\d)|(?<=\p{Lu})\s?&\s?)[\p{L}\p{N}]+)*(?:(?<=\p{Ll}s)['’](?=\s\p{L}))?|[^\s\p{L}\p{N}]/gu;
const MAX_NODES = 400;
const PRONOUNS: Readonly<Record<string, readonly EntityKind[]>> = {
  he: ['person'],
  she: ['person'],
  him: ['person'],
  his: ['person'],
  her: ['person'],
  hers: ['person'],
  it: ['thing', 'place', 'group'],
  its: ['thing', 'place', 'group'],
  they: ['group', 'person', 'thing'],
  them: ['group', 'person', 'thing'],
  their: ['group', 'person', 'thing'],
};

const SEX_OF: Readonly<Record<string, 'm' | 'f'>> = { he: 'm', him: 'm', his: 'm', she: 'f', her: 'f', hers: 'f' };
const MALE = /^(?:mr|sir|lord|king|prince|brother|father|duke|baron|count|uncle|grandfather|emperor|abbot)$/;
const FEMALE =
  /^(?:mrs|ms|miss|lady|dame|queen|princess|sister|mother|duchess|baroness|countess|aunt|widow|grandmother|empress|abbess|matron|\p{L}{3,}mother|\p{L}{4,}mistress)$/u;

/** What pronouns and descriptions may mean: the entities that were named last, the newest first. */
export class Discourse {
  private recent: KnownEntity[] = [];
  /** How many of them pronouns may still mean. */
  private fresh = 0;
  private paragraph = -1;
  /** The first entity of each kind in the sentence: its subject, in most of them. */
  private leading: KnownEntity[] = [];
  /** What "he", "she" or "they" meant in the sentence: "him" is somebody else. */
  private meant: KnownEntity | null = null;
  private readonly sexes = new Map<string, 'm' | 'f'>();
  /** Whether the last pronoun could have meant somebody else. */
  ambiguous = false;
  /** Of the sentence before. */
  private subject: KnownEntity | null = null;
  /** What the paragraph is about. */
  topic: KnownEntity | null = null;

  constructor(private readonly names: KnownNames) {}

  enter({ paragraph, speaker }: Statement): void {
    this.leading = [];
    this.meant = null;
    if (paragraph === this.paragraph) return;
    this.paragraph = paragraph;
    this.topic = null;
    this.recent = this.recent.slice(0, 12);
    // In a talk the answer goes on about what was said.
    this.fresh = speaker === null ? 0 : Math.min(this.fresh, 2);
  }

  name(entity: KnownEntity): void {
    const isFresh = this.recent.indexOf(entity) >= 0 && this.recent.indexOf(entity) < this.fresh;
    this.recent = [entity, ...this.recent.filter((one) => one !== entity)].slice(0, 24);
    if (!isFresh) this.fresh = Math.min(this.fresh + 1, this.recent.length);
    this.leading.push(entity);
  }

  /** Of a sentence that is read: its subject is what the next one goes on about. */
  promote(entity: KnownEntity): void {
    this.subject = entity;
    this.recent = [entity, ...this.recent.filter((one) => one !== entity)].slice(0, 24);
    this.fresh = Math.max(1, Math.min(this.fresh, this.recent.length));
  }

  /** Somebody whom nobody knows was named: pronouns mean them now. */
  nameStranger(): void {
    const first = this.recent.slice(0, this.fresh).findIndex((one) => this.names.kindOf(one) === 'person');
    if (first >= 0) this.recent.splice(first, 1);
    if (first >= 0) this.fresh--;
  }

  /** What an elliptic line goes on about. */
  get current(): KnownEntity | null {
    return (this.fresh > 0 ? this.recent[0] : undefined) ?? this.topic;
  }

  pronoun(word: string): KnownEntity | null {
    const kinds = PRONOUNS[word];
    if (!kinds) return null;
    const sex = SEX_OF[word];
    const isObject = /^(?:him|them)$/.test(word);
    const fits = (one: KnownEntity): boolean =>
      kinds.includes(this.names.kindOf(one)) &&
      !(isObject && one === this.meant) &&
      (sex === undefined || (this.sexOf(one) ?? sex) === sex);
    const fresh = this.recent.slice(0, this.fresh);
    const candidates = [...new Set([...this.leading, ...fresh])].filter(fits);
    this.ambiguous = candidates.length > 1 && sex !== undefined;
    const found = this.chooseReferent(kinds, fits, fresh);
    if (!found) return null;
    if (sex !== undefined && candidates.length === 1) this.sexes.set(found.id, sex);
    if (/^(?:he|she|they)$/.test(word)) this.meant = found;
    return found;
  }

  private chooseReferent(
    kinds: readonly EntityKind[],
    fits: (one: KnownEntity) => boolean,
    fresh: readonly KnownEntity[],
  ): KnownEntity | null {
    // "it" is a thing or a place before it is a group.
    const isThing = kinds[0] === 'thing';
    const topic = this.topic && this.names.kindOf(this.topic) !== 'person' ? [this.topic] : [];
    const own =
      (isGroup: boolean) =>
      (one: KnownEntity): boolean =>
        fits(one) && (!isThing || (this.names.kindOf(one) === 'group') === isGroup);
    return (
      this.leading.find(own(false)) ??
      topic.find(fits) ??
      this.leading.find(fits) ??
      fresh.find(own(false)) ??
      fresh.find(fits) ??
      null
    );
  }

  /** As a title tells, or as a pronoun told that could mean nobody else. */
  private sexOf({ id, name, aliases = [] }: KnownEntity): 'm' | 'f' | undefined {
    const known = this.sexes.get(id);
    if (known !== undefined) return known;
    const titles = [name, ...aliases].map((one) => one.split(' ')[0]?.toLowerCase().replace('.', '') ?? '');
    const sex = titles.some((title) => MALE.test(title))
      ? 'm'
      : titles.some((title) => FEMALE.test(title))
        ? 'f'
        : undefined;
    if (sex !== undefined) this.sexes.set(id, sex);
    return sex;
  }

  /** Of namesakes the one that was named last, if one was. */
  recentOf(entities: readonly KnownEntity[]): KnownEntity | null {
    return [...(this.topic ? [this.topic] : []), ...this.recent].find((one) => entities.includes(one)) ?? null;
  }

  /** "the ward": the last one named with that noun, else the only one there is. */
  description(noun: string): KnownEntity | null {
    const all = this.names.withHead(noun);
    const recent = [...(this.topic ? [this.topic] : []), ...this.recent].find((one) => all.includes(one));
    if (recent) return recent;
    if (all.length === 1 && all[0] && !isPersonNoun(noun)) return all[0];
    const fresh = this.recent.slice(0, this.fresh);
    if (isPersonNoun(noun)) {
      // "She freed Harl Dunn. The smith went home": not the subject, but whom it was done to.
      const [first] = this.leading;
      return (
        fresh.slice(0, 4).find((one) => one !== this.subject && one !== first && this.names.kindOf(one) === 'person') ??
        null
      );
    }
    return fresh.find((one) => this.names.mayBe(noun, one)) ?? null;
  }
}

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
      ambiguous: !found && !described && entity !== null && discourse.ambiguous,
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
    if (found && found.length === length) {
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
function describe(
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
  if (/ly$/.test(word)) return true;
  return verbForms(word).some(
    ({ form }) => form === 'past' || form === 'participle' || (form === 'third' && conceptsOf(word).length === 0),
  );
}
