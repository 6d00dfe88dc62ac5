import type { AnyEntry, Information, InfoLink, Profile, Rule } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet } from './data-set.js';

/** Steps from an entry to what is chosen in it; a data set that has been made to go deeper is not followed. */
const MAX_STEPS = 100;

export interface Collected {
  /** Each once, in the order in which they are met. */
  readonly profiles: readonly Profile[];
  /** Rules that are written out where they are used. */
  readonly rules: readonly Rule[];
  /** Rules that are referred to by name, as they are called there. */
  readonly ruleLinks: readonly { readonly name: string; readonly rule: Rule }[];
  /** Names of links that lead nowhere. */
  readonly broken: readonly string[];
}

/** Profiles and rules of an entry and of all that can be chosen in it. */
export function collectInformation(entry: AnyEntry, data: DataSet): Collected {
  const collector = new Collector(data);
  collector.entry(entry);
  return collector;
}

/** Profiles and rules of a force, a category or a catalogue. */
export function collectOwnInformation(node: Information, data: DataSet): Collected {
  const collector = new Collector(data);
  collector.information(node);
  return collector;
}

class Collector implements Collected {
  readonly profiles: Profile[] = [];
  readonly rules: Rule[] = [];
  readonly ruleLinks: { name: string; rule: Rule }[] = [];
  readonly broken: string[] = [];
  /** What was met: links may form circles, and many ways lead to one weapon. */
  private readonly seen = new Set<unknown>();

  constructor(private readonly data: DataSet) {}

  entry(entry: AnyEntry, steps = 0): void {
    if (steps > MAX_STEPS || !this.isNew(entry)) return;
    this.information(entry);
    if (entry.kind === 'link') {
      const target = this.data.targetOf(entry);
      if (target) this.entry(target, steps + 1);
      else this.broken.push(entry.name || entry.targetId);
    }
    for (const child of childrenOf(entry)) this.entry(child, steps + 1);
  }

  information({ profiles, rules, infoGroups, infoLinks }: Information): void {
    for (const profile of profiles) if (this.isNew(profile)) this.profiles.push(profile);
    for (const rule of rules) if (this.isNew(rule)) this.rules.push(rule);
    for (const group of infoGroups) if (this.isNew(group)) this.information(group);
    for (const link of infoLinks) this.link(link);
  }

  private link(link: InfoLink): void {
    const found = this.data.resolveInfo(link);
    if (!found) this.broken.push(link.name || link.targetId);
    else if (found.kind === 'rule') {
      const name = nameOf(link, found.node);
      if (this.isNew(`${found.node.id}\0${name}`)) this.ruleLinks.push({ name, rule: found.node });
    } else if (this.isNew(found.node)) {
      if (found.kind === 'profile') this.profiles.push(found.node);
      else this.information(found.node);
    }
  }

  private isNew(node: unknown): boolean {
    if (this.seen.has(node)) return false;
    this.seen.add(node);
    return true;
  }
}

/** "Scouts" with an unconditional suffix is read as "Scouts 6"": links carry such values as modifiers of their name. */
function nameOf({ name, modifiers }: InfoLink, rule: Rule): string {
  return modifiers
    .filter(
      ({ field, type, when }) => field === 'name' && type === 'append' && when.kind === 'all' && when.of.length === 0,
    )
    .reduce((called, { value }) => `${called} ${value}`, rule.name || name);
}
