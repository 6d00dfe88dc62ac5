import { EntityIndex, type RecordedEntry } from '@arbiter/changelog';
import type { Evidence, ExtractedEntity } from '@arbiter/extraction';
import { slugOf } from '@arbiter/text';
import type { DocumentWork, ListedDocument } from './document-reading.js';

/** Ids that one graph takes from a changelog: each is looked for in every document. */
const MAX_ENTITIES = 1_000;
/** Characters between the words of a name: "52 003", "class-60". */
const BETWEEN = '[^\\p{L}\\p{N}]{1,3}';

/**
 * Entities that a changelog names and the extraction did not find. Somebody who records a change of a thing says that it is one: its
 * id gives the name, which is looked for in the documents.
 */
export function* changelogEntities(
  entries: readonly RecordedEntry[],
  found: readonly ExtractedEntity[],
  documents: readonly Pick<ListedDocument, 'path' | 'reading'>[],
): DocumentWork<ExtractedEntity[]> {
  const types = unknownSlugs(entries, found);
  if (types.size === 0) return [];
  const names = [...types.keys()].map((slug) => [slug, nameOf(slug)] as const);
  const basis = JSON.stringify([...types.keys()]);
  const mentions = new Map<string, (Evidence & { readonly name: string })[]>();
  for (const [position, { path, reading }] of documents.entries()) {
    const placed = yield* reading.part('slugs', position, basis, ({ text }) =>
      names.flatMap(([slug, name]) => [...text.matchAll(name)].map((match) => [slug, match.index, match[0]] as const)),
    );
    for (const [slug, start, name] of placed) {
      const all = mentions.get(slug) ?? [];
      mentions.set(slug, all);
      all.push({ document: path, start, end: start + name.length, name });
    }
  }
  return [...types].map(([slug, type]) => entityOf(slug, type, mentions.get(slug) ?? []));
}

/** The type that the changelog gives each. */
function unknownSlugs(
  entries: readonly RecordedEntry[],
  found: readonly ExtractedEntity[],
): ReadonlyMap<string, string | undefined> {
  const index = new EntityIndex(found.map(({ id, name, type, aliases }) => ({ id, name, type: type ?? '', aliases })));
  const types = new Map<string, string | undefined>();
  const add = (id: string, type?: string): void => {
    const slug = slugOf(id).replace(/^the-/, '');
    if (slug === '' || types.size >= MAX_ENTITIES || index.find(id, type)) return;
    types.set(slug, types.get(slug) ?? type);
  };
  for (const { entry } of entries) {
    for (const { entity_id: id, entity_type: type } of entry.entity_updates) add(id, type);
    for (const { from, to } of entry.relationship_updates) for (const id of [from, to]) add(id);
  }
  const taken = new Set(found.map(({ id }) => id));
  return new Map([...types].filter(([slug]) => !taken.has(slug)));
}

/** A slug has letters, digits and hyphens alone. */
function nameOf(slug: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${slug.split('-').join(BETWEEN)}(?![\\p{L}\\p{N}])`, 'giu');
}

function entityOf(
  slug: string,
  type: string | undefined,
  mentions: readonly (Evidence & { readonly name: string })[],
): ExtractedEntity {
  const [first] = mentions;
  return {
    id: slug,
    // As the documents write it.
    name: mentions.find(({ name }) => /^\p{Lu}/u.test(name))?.name ?? first?.name ?? slug.replaceAll('-', ' '),
    type: type ?? null,
    typeVotes: {},
    nameVotes: {},
    aliases: [],
    salience: 0,
    describedIn: [],
    evidence: mentions.map(({ document, start, end }) => ({ document, start, end })),
    definition: null,
  };
}
