import type { KnownEntity } from '@arbiter/changelog';
import { type ExtractableDocument, type ExtractedEntity, MIN_SALIENCE, extractDocument } from '@arbiter/extraction';
import { slugOf } from '@arbiter/text';
import type { NewEntity } from '../session-changes.js';
import type { KnownNames } from './known-names.js';
import { nameWords } from './known-names.js';

/** Entities that a session names and nobody knows yet. */
export function findNewEntities(
  session: ExtractableDocument,
  types: readonly string[],
  names: KnownNames,
): NewEntity[] {
  const taken = new Set<string>();
  return extractDocument(session, { entityTypes: types, relationTypes: [] }).entities.flatMap((entity) => {
    const id = slugOf(entity.name);
    const isKnown = [entity.name, ...entity.aliases].some((name) => knows(names, name));
    if (
      entity.salience < MIN_SALIENCE ||
      isKnown ||
      isPlainWord(entity, session.text) ||
      id === '' ||
      names.get(id) ||
      taken.has(id)
    )
      return [];
    taken.add(id);
    const found: KnownEntity = { id, name: entity.name, type: entity.type ?? 'thing', aliases: entity.aliases };
    return [
      { ...found, evidence: entity.evidence.slice(0, 8).map(({ document, start, end }) => ({ document, start, end })) },
    ];
  });
}

/** Whether any words of a name are a known name: "Captain Ilse Tamm of the Heron". */
function knows(names: KnownNames, name: string): boolean {
  const words = nameWords(name);
  return words.some((_, at) => names.longestAt(words, at, true) !== null);
}

/** A single word whose capital may only be that of a sentence. */
function isPlainWord({ name, evidence }: ExtractedEntity, text: string): boolean {
  return (
    /^\p{L}+$/u.test(name) &&
    evidence.filter(({ start }) => /[\p{L},] (?:the )?$/u.test(text.slice(Math.max(0, start - 6), start))).length < 2
  );
}
