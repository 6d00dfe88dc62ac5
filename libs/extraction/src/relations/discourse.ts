import type { RelatedThing } from '../extraction.js';
import { foldName } from '../names/name-forms.js';
import { conceptsOf, singularOf } from '../reading/concepts.js';
import type { Unit } from '../reading/read-layout.js';
import type { Mention } from './name-index.js';
import type { RelationReader } from './relation-reader.js';

/** How many things of a section a description may mean. */
const MAX_RECENT = 24;
const ANAPHOR = /(?<![\p{L}\p{N}'’-])(?:he|she|it|him|her|his|its|the|this|that)(?![\p{L}\p{N}'’-])/giu;
const NOUN = /^(?!the |an? )((?:\p{Ll}[\p{Ll}-]{1,20} )?)(\p{Ll}[\p{Ll}-]{2,20})(?![\p{L}\p{N}-])(?! \p{Lu})/u;
const POSSESSIVE = /^(?:his|its)$/;
const PERSONAL = /^(?:he|she|him|her|his)$/;

/** What a section has spoken of so far: whom "she" means, which thing "the pump" is. */
export class Discourse {
  /** The entity that the heading names, else that of the document. */
  topic: RelatedThing | undefined;
  /** What the list item began with that is being read. */
  item: RelatedThing | undefined;
  private subject: RelatedThing | undefined;
  private named: RelatedThing | undefined;
  private person: RelatedThing | undefined;
  private recent: RelatedThing[] = [];

  constructor(
    readonly document: RelatedThing | undefined,
    private readonly relations: RelationReader,
  ) {
    this.enter(document);
  }

  /** Begins a section. */
  enter(topic: RelatedThing | undefined): void {
    this.topic = topic;
    this.subject = topic;
    this.named = topic;
    this.recent = topic ? [topic] : [];
  }

  /** The subject of the last sentence. */
  get lastSubject(): RelatedThing | undefined {
    return this.subject;
  }

  /** Remembers what a sentence named. */
  leave(unit: Unit, mentions: readonly Mention[], stand: Mention | undefined): void {
    const [first] = mentions;
    const subject =
      stand?.entity ?? (first && (mentions.length === 1 || first.start - unit.start < 25) ? first.entity : undefined);
    // "Her sister Edit": the text goes on about the person whose sister she is.
    const isKin = /^(?:His|Her) /.test(unit.text) && this.topic !== undefined && this.relations.isPerson(this.topic);
    if (subject && !isKin) this.subject = subject;
    const things = mentions.filter(({ entity }) => !this.relations.isPerson(entity));
    this.named = subject && !this.relations.isPerson(subject) ? subject : (things.at(-1)?.entity ?? this.named);
    const people = mentions.filter(({ entity }) => this.relations.isPerson(entity));
    if (this.subject && this.relations.isPerson(this.subject)) this.person = this.subject;
    else if (people.length === 1) this.person = people[0]?.entity;
    for (const { entity } of mentions) this.recent.push(entity);
    if (this.recent.length > MAX_RECENT) this.recent = this.recent.slice(-MAX_RECENT);
  }

  /**
   * Adds what pronouns and descriptions inside a sentence stand for ("her", "the team"), in the order of the text.
   *
   * @param mentions the names of the sentence, in order
   */
  resolve(unit: Unit, mentions: readonly Mention[]): Mention[] {
    const found = [...mentions];
    for (const { 0: word, index } of unit.text.matchAll(ANAPHOR)) {
      const start = unit.start + index;
      if (mentions.some((mention) => mention.start < start + word.length && start < mention.end)) continue;
      const before = found.filter((mention) => mention.end <= start).sort((a, b) => a.start - b.start);
      const mention = this.meantBy(word.trim().toLowerCase(), unit, index, before);
      if (mention && !mentions.some((other) => other.start < mention.end && mention.start < other.end))
        found.push(mention);
    }
    return found.sort((a, b) => a.start - b.start);
  }

  private meantBy(word: string, unit: Unit, at: number, before: readonly Mention[]): Mention | undefined {
    const start = unit.start + at;
    if (
      word === 'it' &&
      !/(?:^|[,;:] |\b(?:and|but|because|that|if|when|while|where|until|although) )$/.test(unit.text.slice(0, at))
    )
      return undefined;
    if (/^(?:the|this|that)$/.test(word)) {
      const rest = unit.text.slice(at + word.length + 1, at + word.length + 48);
      const [, first = '', noun = ''] = NOUN.exec(rest) ?? [];
      for (const head of [first.trim(), noun])
        if (head !== '') {
          const entity = this.described(head, before);
          const length = word.length + 1 + (head === noun ? first.length : 0) + head.length;
          if (entity) return { entity, start, end: start + length, form: 'description' };
        }
      return undefined;
    }
    const isPersonal = PERSONAL.test(word);
    const after = unit.text.slice(at + word.length);
    const isOwn =
      POSSESSIVE.test(word) ||
      (word === 'her' &&
        /^ \p{Ll}{3,}/u.test(after) &&
        !/^ (?:and|but|for|from|with|when|after|before|until|since|into|down|away|back|again|over)\b/.test(after));
    const fitting = before.filter(
      ({ entity, form }) => form !== 'own' && form !== 'description' && this.relations.isPerson(entity) === isPersonal,
    );
    // "Leo Marchetti her right hand": an owner is another than the name beside it.
    const others = fitting.filter(({ end }) => !isOwn || !/^,? $/.test(unit.text.slice(end - unit.start, at)));
    const isObject = word === 'him' || (word === 'her' && !isOwn);
    const inside = isObject
      ? others.length > 1
        ? others[0]
        : undefined
      : isOwn
        ? (others.find(({ form }) => form === undefined) ?? others[0])
        : (others.findLast(({ form }) => form === undefined) ?? others.at(-1));
    const entity = inside?.entity ?? this.earlier(isPersonal, fitting);
    return entity && { entity, start, end: start + word.length, form: isOwn ? 'own' : 'pronoun' };
  }

  private earlier(isPersonal: boolean, here: readonly Mention[]): RelatedThing | undefined {
    const fits = (one: RelatedThing | undefined): boolean =>
      one !== undefined &&
      this.relations.isPerson(one) === isPersonal &&
      here.every(({ entity }) => entity.id !== one.id);
    return [this.subject, this.person, this.topic].find(fits);
  }

  /** The last thing that a noun fits: by its type, or as a word of its name. */
  private described(noun: string, before: readonly Mention[]): RelatedThing | undefined {
    if (singularOf(noun) !== noun || conceptsOf(noun).length === 0) return undefined;
    const fits = (entity: RelatedThing): boolean =>
      noun === entity.type?.toLowerCase() || foldName(entity.name).split(' ').at(-1) === noun;
    const inside = before.map(({ entity }) => entity).filter(fits);
    const recent = this.recent.filter(fits);
    return inside.at(-1) ?? recent.at(-1) ?? [this.topic, this.document].find((one) => one !== undefined && fits(one));
  }
}
