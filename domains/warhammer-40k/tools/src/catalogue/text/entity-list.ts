import type { ParsedEntity } from '@arbiter/tool-sdk';
import { plainLine } from './plain-words.js';

/** Units that are named with a weapon or an ability which many have. */
const MAX_HOLDERS = 50;

interface Draft {
  readonly entity: ParsedEntity;
  readonly holders: string[];
}

/** Collects entities; a weapon that many units have in the same form is one, described where it is met first. */
export class EntityList {
  private readonly drafts = new Map<string, Draft>();

  /** @param holder the unit that has it; null for what stands by itself */
  add(entity: ParsedEntity, holder: string | null): void {
    const name = plainLine(entity.name);
    if (name === '') return;
    const key = JSON.stringify([entity.type, name, holder === null ? entity.start : entity.attributes]);
    const known = this.drafts.get(key);
    const draft = known ?? { entity: { ...entity, name, aliases: aliasesOf(name, entity.aliases) }, holders: [] };
    if (!known) this.drafts.set(key, draft);
    if (holder !== null && draft.holders.length < MAX_HOLDERS && !draft.holders.includes(holder))
      draft.holders.push(holder);
  }

  build(): ParsedEntity[] {
    return [...this.drafts.values()].map(({ entity, holders }) =>
      holders.length === 0 ? entity : { ...entity, attributes: { ...entity.attributes, units: holders } },
    );
  }
}

function aliasesOf(name: string, aliases: readonly string[]): string[] {
  return [...new Set(aliases.map(plainLine))].filter((alias) => alias !== '' && alias !== name);
}
