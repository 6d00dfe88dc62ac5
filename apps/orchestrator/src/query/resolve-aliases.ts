import type { Passage } from '@arbiter/contracts';

const ARTICLE = /^(?:the|an?) /i;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The query with the titles of documents in the place of their other names: "the ship of the Iron Duke" → "the ship of
 * Arthur Wellesley", where a passage that was found belongs to a document of that title with that alias. An index of
 * words and meanings knows the name that a text uses; a reader asks by any.
 *
 * @param passages found for the query
 * @returns null when the query uses no alias of theirs
 */
export function resolveAliases(query: string, passages: readonly Passage[]): string | null {
  let resolved = query;
  for (const { title, aliases } of documentsOf(passages)) {
    if (title === '' || resolved.toLowerCase().includes(title.toLowerCase())) continue;
    for (const alias of aliases) {
      const bare = alias.replace(ARTICLE, '');
      // A name is told from a word by its capital.
      if (!/\p{Lu}/u.test(bare)) continue;
      // Most aliases are not in the query, and each expression takes some 20 µs to make.
      if (!resolved.toLowerCase().includes(bare.toLowerCase())) continue;
      const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:the )?${bare.replace(SPECIAL, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');
      if (!named.test(resolved)) continue;
      resolved = resolved.replace(named, () => title);
      break;
    }
  }
  return resolved === query ? null : resolved;
}

function documentsOf(passages: readonly Passage[]): { title: string; aliases: string[] }[] {
  const documents = new Map(passages.map((passage) => [passage.documentId, passage]));
  return [...documents.values()].map(({ title, metadata: { aliases } }) => ({
    title,
    aliases: Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [],
  }));
}
