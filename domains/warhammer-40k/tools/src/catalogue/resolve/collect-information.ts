import type { AnyEntry, Information, InfoLink, Profile, Rule } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet, ResolvedEntry } from './data-set.js';

/** Steps from an entry to what is chosen in it; a data set that has been made to go deeper is not followed. */
const MAX_STEPS = 100;

export interface Collected {
  /** Profiles of the entry and its parts, each once, in the order in which they are met. */
  readonly profiles: readonly Profile[];
  /** Rules that are written out where they are used. */
  readonly rules: readonly Rule[];
  /** Rules that the entry and its models refer to by name, as they are called there. */
  readonly ruleLinks: readonly { readonly name: string; readonly rule: Rule }[];
  /** What links lead to and other entries share: described where it is shared. */
  readonly shared: readonly Profile[];
  /** Those of `shared` that the entry and its models have without being asked to choose. */
  readonly given: readonly Profile[];
  /** Names of links that lead nowhere. */
  readonly broken: readonly string[];
}

/**
 * Profiles and rules of an entry and of all that can be chosen in it. Models are parts of it, also behind links; options and
 * groups behind links are shared with others.
 */
export function collectInformation(entry: AnyEntry, data: DataSet): Collected {
  const collector = new Collector(data);
  collector.entry(entry, { steps: 0, isShared: false, isOption: false });
  return collector;
}

/** How an entry was reached. */
interface Way {
  readonly steps: number;
  readonly isShared: boolean;
  /** Below the first entry, and no model: its references are words of its weapons, such as "Heavy". */
  readonly isOption: boolean;
}

class Collector implements Collected {
  readonly profiles: Profile[] = [];
  readonly rules: Rule[] = [];
  readonly ruleLinks: { name: string; rule: Rule }[] = [];
  readonly shared: Profile[] = [];
  readonly given: Profile[] = [];
  readonly broken: string[] = [];
  /** What was met: links may form circles, and many ways lead to one weapon. */
  private readonly seen = new Set<unknown>();

  constructor(private readonly data: DataSet) {}

  entry(entry: AnyEntry, way: Way): void {
    if (way.steps > MAX_STEPS || !this.isNew(entry)) return;
    this.information(entry, way);
    if (entry.kind === 'link') {
      const target = this.data.targetOf(entry);
      if (target) this.entry(target, below(way, target, !isModel(target)));
      else this.broken.push(entry.name || entry.targetId);
    }
    for (const child of childrenOf(entry)) this.entry(child, below(way, child, false));
  }

  information({ profiles, rules, infoGroups, infoLinks }: Information, way: Way): void {
    const where = way.isShared ? this.shared : this.profiles;
    for (const profile of profiles) if (this.isNew(profile)) where.push(profile);
    for (const rule of rules) if (this.isNew(rule) && !way.isShared) this.rules.push(rule);
    for (const group of infoGroups) if (this.isNew(group)) this.information(group, way);
    for (const link of infoLinks) this.link(link, way);
  }

  private link(link: InfoLink, way: Way): void {
    const found = this.data.resolveInfo(link);
    if (!found) this.broken.push(link.name || link.targetId);
    else if (found.kind === 'rule') {
      const name = nameOf(link, found.node);
      if (!way.isShared && !way.isOption && this.isNew(`${found.node.id}\0${name}`))
        this.ruleLinks.push({ name, rule: found.node });
    } else if (this.isNew(found.node)) {
      if (found.kind === 'profile') {
        this.shared.push(found.node);
        if (!way.isShared && !way.isOption) this.given.push(found.node);
      } else this.information(found.node, { ...way, isShared: true });
    }
  }

  private isNew(node: unknown): boolean {
    if (this.seen.has(node)) return false;
    this.seen.add(node);
    return true;
  }
}

function below({ steps, isShared, isOption }: Way, entry: AnyEntry, becomesShared: boolean): Way {
  return {
    steps: steps + 1,
    // The models of a shared group are parts of the unit that links to it.
    isShared: !isModel(entry) && (isShared || becomesShared),
    isOption: entry.kind === 'entry' ? !isModel(entry) : isOption,
  };
}

function isModel(entry: AnyEntry | ResolvedEntry): boolean {
  return entry.kind === 'entry' && (entry.type === 'model' || entry.type === 'unit');
}

/** "Scouts" with an unconditional suffix is read as "Scouts 6"": links carry such values as modifiers of their name. */
function nameOf({ name, modifiers }: InfoLink, rule: Rule): string {
  return modifiers
    .filter(
      ({ field, type, when }) => field === 'name' && type === 'append' && when.kind === 'all' && when.of.length === 0,
    )
    .reduce((called, { value }) => `${called} ${value}`, rule.name || name);
}
