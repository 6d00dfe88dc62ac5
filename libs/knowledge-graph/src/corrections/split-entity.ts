import { ArbiterError, type GraphCorrection, unknownName } from '@arbiter/contracts';
import { type Evidence, NameIndex } from '@arbiter/extraction';
import { slugOf } from '@arbiter/text';
import { placeEntity, type TextOf } from './correct-entities.js';
import {
  type CorrectableDocument,
  type CorrectableEntity,
  type CorrectableGraph,
  distinctNames,
  distinctRelations,
  entityIn,
  isSameName,
  withEntity,
} from './correctable-graph.js';

type Split = Extract<GraphCorrection, { readonly kind: 'split' }>;

/**
 * Aliases or documents of an entity become an entity of their own, with the relations that they tell.
 *
 * @throws ArbiterError NOT_FOUND for an unknown entity, alias or document, and for documents that do not name the entity;
 *   INVALID_REQUEST where nothing would be left of it; CONFLICT where the id of the new one is that of another type
 */
export function splitEntity(
  graph: CorrectableGraph,
  split: Split,
  documents: readonly CorrectableDocument[],
  textOf: TextOf,
): CorrectableGraph {
  const former = entityIn(graph, split.entity);
  const paths = pathsOf(split, documents);
  const aliases = aliasesOf(former, split);
  const kept = [former.name, ...former.aliases.filter((alias) => !aliases.includes(alias))];
  const isTaken = (span: Evidence): boolean =>
    paths.has(span.document) || aliases.some((alias) => isSameName(alias, textOf(span)));
  /** Of a sentence: it names what is split off, and nothing that stays. */
  const isOfNew = (span: Evidence): boolean =>
    paths.has(span.document) || (includesAny(textOf(span), aliases) && !includesAny(textOf(span), kept));

  const left = former.evidence.filter((span) => !isTaken(span));
  if (aliases.length === 0 && left.length === former.evidence.length && !isNamedIn(former, documents, paths))
    throw new ArbiterError('NOT_FOUND', `None of these documents names "${former.name}".`, {
      details: { entityId: former.id, documents: split.documents },
    });
  if (left.length === 0 && former.evidence.length > 0)
    throw new ArbiterError(
      'INVALID_REQUEST',
      `Nothing would be left of "${former.name}": split off less, or rename it.`,
      { details: { entityId: former.id } },
    );

  const { definition } = former;
  const isDefinitionTaken = definition !== null && isOfNew(definition);
  const id = split.id ?? slugOf(split.name);
  const added: CorrectableEntity = {
    ...{ id, name: split.name, type: split.type ?? former.type, typeVotes: former.typeVotes },
    ...{ nameVotes: former.nameVotes, aliases: distinctNames(split.name, aliases), salience: former.salience },
    describedIn: former.describedIn.filter((path) => paths.has(path)),
    evidence: former.evidence.filter(isTaken),
    definition: isDefinitionTaken ? definition : null,
  };
  const reduced: CorrectableEntity = {
    ...former,
    aliases: kept.slice(1),
    describedIn: former.describedIn.filter((path) => !paths.has(path)),
    evidence: left,
    definition: isDefinitionTaken ? null : definition,
  };
  const placed = placeEntity(withEntity(graph, former.id, reduced), added);
  const endOf = (end: string, isMoved: boolean): string => (isMoved && end === former.id ? id : end);
  return {
    ...placed,
    relations: distinctRelations(
      placed.relations.map((relation) => {
        const isMoved = relation.evidence !== null && isOfNew(relation.evidence);
        return { ...relation, from: endOf(relation.from, isMoved), to: endOf(relation.to, isMoved) };
      }),
    ),
    redirects: [...placed.redirects, ...[...paths].map((document) => ({ from: former.id, document, to: id }))],
  };
}

/** @throws ArbiterError NOT_FOUND */
function pathsOf({ documents: named }: Split, documents: readonly CorrectableDocument[]): ReadonlySet<string> {
  return new Set(
    named.map((word) => {
      const found = documents.find(({ id, path }) => id === word || path === word);
      if (found) return found.path;
      const paths = documents.map(({ path }) => path);
      throw new ArbiterError('NOT_FOUND', unknownName('There is no document', word, paths), {
        details: { document: word },
      });
    }),
  );
}

/** As the entity writes them. @throws ArbiterError NOT_FOUND for another alias, INVALID_REQUEST for its name */
function aliasesOf(entity: CorrectableEntity, { aliases }: Split): string[] {
  return aliases.map((word) => {
    const found = entity.aliases.find((alias) => isSameName(alias, word));
    if (found !== undefined) return found;
    if (isSameName(entity.name, word))
      throw new ArbiterError(
        'INVALID_REQUEST',
        `"${entity.name}" is the name of the entity, not an alias: rename it first, or split it by documents.`,
        { details: { entityId: entity.id } },
      );
    throw new ArbiterError('NOT_FOUND', `"${word}" is no alias of "${entity.name}".`, {
      details: { entityId: entity.id, aliases: entity.aliases },
    });
  });
}

/** Also by a short name that the extraction did not read as one. */
function isNamedIn(
  entity: CorrectableEntity,
  documents: readonly CorrectableDocument[],
  paths: ReadonlySet<string>,
): boolean {
  const names = new NameIndex([entity]);
  return documents.some(({ path, text }) => paths.has(path) && names.find(text).length > 0);
}

function includesAny(text: string, names: readonly string[]): boolean {
  const slug = `-${slugOf(text)}-`;
  return names.some((name) => slug.includes(`-${slugOf(name).replace(/^the-/, '')}-`));
}
