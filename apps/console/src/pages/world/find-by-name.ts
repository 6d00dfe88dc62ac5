export interface NamedEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
}

const MAX_FOUND = 8;

/** Lower case, without accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Entities whose name or other name has words that begin with those of the text. Names that begin with the text come first, else
 * the order stays.
 */
export function foundByName(entities: readonly NamedEntity[], text: string): readonly NamedEntity[] {
  const wanted = plain(text);
  if (wanted === '') return entities.slice(0, MAX_FOUND);
  const words = wanted.split(' ');
  const ranked = entities.flatMap((entity) => {
    const names = [entity.name, ...entity.aliases].map(plain);
    if (plain(entity.name).startsWith(wanted)) return [{ entity, rank: 0 }];
    const isFound = names.some((name) => {
      const parts = name.split(' ');
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    });
    return isFound ? [{ entity, rank: 1 }] : [];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map(({ entity }) => entity);
}
