import { normalizeTerm, type Span, tokenize } from '@arbiter/text';
import type { DocumentLink, ExtractedEntity, RelatedThing } from '../extraction.js';
import { ReachableNames, type Surface, withoutPossessive } from './reachable-names.js';
import { foldName, honorificOf, isCode, isNumbered, looksPersonal, withoutParenthesis } from '../names/name-forms.js';

/** What the index reads of an entity. */
export type NamedThing = Pick<ExtractedEntity, 'name' | 'type' | 'aliases' | 'nameVotes' | 'describedIn'>;

export interface Mention<E = RelatedThing> extends Span {
  readonly entity: E;
  /** Of what stands for an entity without naming it; "his" is its own. */
  readonly form?: 'pronoun' | 'own' | 'description' | 'left out' | 'described';
}

/** Finds mentions: a {@link NameIndex}. */
export interface NameFinder {
  find(text: string, offset?: number, document?: string, links?: readonly DocumentLink[]): Mention[];
}

const MAX_TOKENS = 8;

/** Finds known entities in text: by name, alias, and by last or first name or a dropped noun where only one entity has it. */
export class NameIndex<E extends NamedThing = ExtractedEntity> {
  private readonly surfaces = new Map<string, Map<string, Surface<E> & { readonly entities: E[] }>>();

  constructor(entities: readonly E[]) {
    for (const entity of entities)
      for (const name of [entity.name, withoutParenthesis(entity.name), ...entity.aliases]) this.add(name, entity);
    const parts = new Map<string, Set<E>>();
    for (const entity of entities)
      for (const part of shortNames(entity)) parts.set(part, (parts.get(part) ?? new Set()).add(entity));
    for (const [part, owners] of parts) {
      const [only] = owners;
      if (owners.size === 1 && only && !this.surfaces.get(part)?.has(part)) this.add(part, only, true);
    }
  }

  /** Mentions in order, not overlapping, the longest at each place. Offsets are those of the text plus `offset`. */
  find(text: string, offset = 0, document?: string, links: readonly DocumentLink[] = []): Mention<E>[] {
    const tokens = tokenize(text);
    const folded = tokens.map(({ text: token }) => normalizeTerm(token));
    const mentions: Mention<E>[] = [];
    for (let at = 0; at < tokens.length;) {
      const found = this.longestAt(tokens, folded, at);
      const [first, last] = [tokens[at], tokens[at + (found?.length ?? 0) - 1]];
      if (!found || !first || !last) {
        at++;
        continue;
      }
      const isPossessive = found.surface.tokens.at(-1) !== folded[at + found.length - 1];
      const end = last.end - (isPossessive ? last.text.length - last.text.replace(/['’]s?$/, '').length : 0);
      const span = { start: first.start + offset, end: end + offset };
      const entity = chooseNamesake(found.surface.entities, span, document, links);
      if (entity) mentions.push({ ...span, entity });
      at += found.length;
    }
    return mentions;
  }

  /**
   * What a text can learn from this index.
   *
   * @param factsOf what else the reader of the mentions takes from an entity, as JSON can hold it
   */
  reachable(factsOf: (entity: E) => unknown): ReachableNames {
    const surfaces = [...this.surfaces.values()].flatMap((byFirst) => [...byFirst.values()]);
    const facts = new Map<E, string>();
    for (const { entities } of surfaces)
      for (const entity of entities)
        if (!facts.has(entity)) facts.set(entity, JSON.stringify([entity.describedIn, factsOf(entity)]));
    return new ReachableNames(surfaces, facts);
  }

  private add(name: string, entity: E, capital = false): void {
    const tokens = tokenize(foldName(name)).map(({ text }) => text);
    const [first] = tokens;
    if (first === undefined || tokens.length > MAX_TOKENS) return;
    const key = tokens.join(' ');
    const byFirst = this.surfaces.get(first) ?? new Map<string, Surface<E> & { readonly entities: E[] }>();
    this.surfaces.set(first, byFirst);
    const known = byFirst.get(key);
    if (known && !known.entities.includes(entity)) known.entities.push(entity);
    const isLower = entity.describedIn.length > 0 && foldName(entity.name) === foldName(name);
    const needsCapital = capital || (tokens.length === 1 && /^\p{Lu}/u.test(name.replace(/^the /i, '')) && !isLower);
    if (!known) byFirst.set(key, { tokens, entities: [entity], capital: needsCapital });
  }

  private longestAt(
    tokens: readonly { readonly text: string }[],
    folded: readonly string[],
    at: number,
  ): { readonly surface: Surface<E>; readonly length: number } | null {
    const first = folded[at] ?? '';
    const starts = [this.surfaces.get(first), this.surfaces.get(withoutPossessive(first))];
    for (let length = Math.min(MAX_TOKENS, tokens.length - at); length > 0; length--) {
      const words = folded.slice(at, at + length);
      const bare = [...words.slice(0, -1), withoutPossessive(words.at(-1) ?? '')];
      for (const byFirst of starts) {
        const surface = byFirst?.get(words.join(' ')) ?? byFirst?.get(bare.join(' '));
        if (surface && (!surface.capital || /^\p{Lu}/u.test(tokens[at]?.text ?? ''))) return { surface, length };
      }
    }
    return null;
  }
}

function shortNames({ name, type, nameVotes }: NamedThing): string[] {
  const bare = withoutParenthesis(name);
  if (!bare.includes(' ') || isCode(bare) || isNumbered(bare)) return [];
  const parts = foldName(bare).split(' ');
  if (looksPersonal(bare) && honorificOf(bare) === '' && type !== null && (nameVotes[type] ?? 0) > 0)
    return [parts[0] ?? '', parts.at(-1) ?? ''];
  const dropsType = parts.length === 2 && type !== null && parts[1] === type.toLowerCase();
  return dropsType ? [parts[0] ?? ''] : [];
}

/** Of namesakes the one that the link leads to, else the one that the document is about, else the first. */
function chooseNamesake<E extends NamedThing>(
  entities: readonly E[],
  span: Span,
  document: string | undefined,
  links: readonly DocumentLink[],
): E | undefined {
  if (entities.length === 1) return entities[0];
  const link = links.find(({ start, end }) => start < span.end && span.start < end);
  return (
    (link && entities.find(({ describedIn }) => describedIn.includes(link.target))) ??
    entities.find(({ describedIn }) => document !== undefined && describedIn.includes(document)) ??
    entities[0]
  );
}
