import { type Gender, genderOf } from '@arbiter/english';
import type { KnownEntity } from '@arbiter/changelog';
import { isPersonNoun } from '@arbiter/extraction';
import type { KnownNames } from './known-names.js';
import { type EntityKind } from './known-names.js';
import type { Statement } from './read-statements.js';

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
  private readonly sexes = new Map<string, Gender>();
  /** Of the sentence before. */
  private subject: KnownEntity | null = null;

  constructor(private readonly names: KnownNames) {}

  enter({ paragraph }: Statement): void {
    this.leading = [];
    this.meant = null;
    if (paragraph === this.paragraph) return;
    this.paragraph = paragraph;
    this.recent = this.recent.slice(0, 12);
    this.fresh = 0;
  }

  name(entity: KnownEntity): void {
    const isFresh = this.recent.includes(entity) && this.recent.indexOf(entity) < this.fresh;
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

  pronoun(word: string): KnownEntity | null {
    const kinds = PRONOUNS[word];
    if (!kinds) return null;
    const sex = genderOf(word) ?? undefined;
    const isObject = /^(?:him|them)$/.test(word);
    const fits = (one: KnownEntity): boolean =>
      kinds.includes(this.names.kindOf(one)) &&
      !(isObject && one === this.meant) &&
      (sex === undefined || (this.sexOf(one) ?? sex) === sex);
    const fresh = this.recent.slice(0, this.fresh);
    const candidates = [...new Set([...this.leading, ...fresh])].filter(fits);
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
    const own =
      (isGroup: boolean) =>
      (one: KnownEntity): boolean =>
        fits(one) && (!isThing || (this.names.kindOf(one) === 'group') === isGroup);
    return (
      this.leading.find(own(false)) ?? this.leading.find(fits) ?? fresh.find(own(false)) ?? fresh.find(fits) ?? null
    );
  }

  /** As a title tells, or as a pronoun told that could mean nobody else. */
  private sexOf({ id, name, aliases = [] }: KnownEntity): Gender | undefined {
    const known = this.sexes.get(id);
    if (known !== undefined) return known;
    const titles = [name, ...aliases].map((one) => one.split(' ')[0]?.toLowerCase().replace('.', '') ?? '');
    const sex = titles.map(genderOf).find((one) => one !== null);
    if (sex !== undefined) this.sexes.set(id, sex);
    return sex;
  }

  /** Of namesakes the one that was named last, if one was. */
  recentOf(entities: readonly KnownEntity[]): KnownEntity | null {
    return this.recent.find((one) => entities.includes(one)) ?? null;
  }

  /** "the ward": the last one named with that noun, else the only one there is. */
  description(noun: string): KnownEntity | null {
    const all = this.names.withHead(noun);
    const recent = this.recent.find((one) => all.includes(one));
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
