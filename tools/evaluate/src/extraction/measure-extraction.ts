import { extractDocuments, type ExtractedEntity, type ExtractedRelation, type Extraction } from '@arbiter/extraction';
import type { PrecisionRecall } from '@arbiter/evaluation';
import { stem } from '@arbiter/text';
import { isSameRelationType, readTie, relationTypeOf } from '@arbiter/changelog';
import type { GoldEntity, GoldRelation, LabelledPack } from './read-pack.js';

export interface ExtractionMeasurement {
  readonly entities: PrecisionRecall;
  /** Share of the entities found that have their label's type. */
  readonly typeAccuracy: number;
  /** Both ends and a type of the same meaning. */
  readonly relations: PrecisionRecall;
  /** Both ends, whatever the type and the direction. */
  readonly relationsUntyped: PrecisionRecall;
  /** B³ over the names and aliases of labels that were found at all. */
  readonly aliasClusters: PrecisionRecall;
  /** Which of the labels were found, and which of the things found have a label: what intervals are drawn from. */
  readonly hits: { readonly entities: Hits; readonly relations: Hits };
}

export interface Hits {
  readonly found: readonly boolean[];
  readonly wanted: readonly boolean[];
}

/** Extracts a pack's documents by rules, leaves out what they tell as hearsay, and compares the result with its labels (EVAL-FORMATS, `eval extraction`). */
export function measureExtraction(pack: LabelledPack): ExtractionMeasurement {
  const { entities, relations } = extractDocuments(pack.documents, pack.schema);
  return compareExtraction({ entities, relations: relations.filter(({ isDoubtful }) => !isDoubtful) }, pack);
}

export function compareExtraction(
  extraction: Extraction,
  gold: Pick<LabelledPack, 'entities' | 'relations'>,
): ExtractionMeasurement {
  const matches = matchEntities(extraction.entities, gold.entities);
  const pairs = [...matches.byGold];
  const typed = pairs.filter(([label, found]) => label.type === found.type).length;
  const labelled = new Set(matches.byGold.values());
  const entities: Hits = {
    found: extraction.entities.map((entity) => labelled.has(entity)),
    wanted: gold.entities.map((label) => matches.byGold.has(label)),
  };
  const relations = matchRelations(extraction, gold, matches.idOfLabel);
  return {
    entities: scoreOf(entities),
    typeAccuracy: pairs.length === 0 ? 0 : typed / pairs.length,
    relations: scoreOf(relations.typed),
    relationsUntyped: scoreOf(relations.untyped),
    aliasClusters: clusterScore(extraction.entities, gold.entities),
    hits: { entities, relations: relations.typed },
  };
}

export function scoreOf({ found, wanted }: Hits): PrecisionRecall {
  const [precision, recall] = [shareOf(found), shareOf(wanted)];
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function shareOf(hits: readonly boolean[]): number {
  return hits.length === 0 ? 0 : hits.filter(Boolean).length / hits.length;
}

export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’]/g, "'")
    .toLowerCase()
    .trim()
    .replace(/^(?:the|a|an) /, '');
}

function namesOf(entity: { readonly name: string; readonly aliases: readonly string[] }): Set<string> {
  return new Set([entity.name, ...entity.aliases].map(fold));
}

export interface EntityMatches {
  readonly byGold: ReadonlyMap<GoldEntity, ExtractedEntity>;
  /** Id of the found entity for each folded name of a label; a label's own name goes before aliases of others. */
  readonly idOfLabel: (name: string) => string | undefined;
}

/** Pairs each label with at most one found entity: by equal names first, then by any alias, the most names in common first. */
export function matchEntities(found: readonly ExtractedEntity[], gold: readonly GoldEntity[]): EntityMatches {
  const candidates = gold.flatMap((label) => {
    const names = namesOf(label);
    return found.flatMap((entity) => {
      const common = [...namesOf(entity)].filter((name) => names.has(name)).length;
      const sameName = fold(entity.name) === fold(label.name) ? 10 : 0;
      return common === 0 ? [] : [{ label, entity, weight: sameName + common }];
    });
  });
  const byGold = new Map<GoldEntity, ExtractedEntity>();
  const taken = new Set<ExtractedEntity>();
  for (const { label, entity } of candidates.sort((a, b) => b.weight - a.weight)) {
    if (byGold.has(label) || taken.has(entity)) continue;
    byGold.set(label, entity);
    taken.add(entity);
  }
  const labels = new Map<string, GoldEntity>();
  for (const label of gold) for (const alias of label.aliases) labels.set(fold(alias), label);
  for (const label of gold) labels.set(fold(label.name), label);
  return {
    byGold,
    idOfLabel: (name) => {
      const label = labels.get(fold(name));
      return label && byGold.get(label)?.id;
    },
  };
}

function matchRelations(
  extraction: Extraction,
  gold: { readonly relations: readonly GoldRelation[] },
  idOfLabel: (name: string) => string | undefined,
): { readonly typed: Hits; readonly untyped: Hits } {
  const pairOf = (a: string, b: string): string => [a, b].sort().join('\n');
  const byPair = new Map<string, ExtractedRelation[]>();
  for (const relation of extraction.relations) append(byPair, pairOf(relation.from, relation.to), relation);
  const right = new Set<ExtractedRelation>();
  const goldPairs = new Set<string>();
  const wanted = gold.relations.map((label) => {
    const [from, to] = [idOfLabel(label.from), idOfLabel(label.to)];
    const pair = pairOf(from ?? `?${fold(label.from)}`, to ?? `?${fold(label.to)}`);
    goldPairs.add(pair);
    const meant = (byPair.get(pair) ?? []).filter((one) => meansSame(one.type, label.type, one.from === from));
    for (const relation of meant) right.add(relation);
    return meant.length > 0;
  });
  return {
    typed: { found: extraction.relations.map((relation) => right.has(relation)), wanted },
    untyped: {
      found: [...byPair.keys()].map((pair) => goldPairs.has(pair)),
      wanted: [...goldPairs].map((pair) => byPair.has(pair)),
    },
  };
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Kinship and the like reads the other way round with another word. */
const INVERSES: readonly (readonly [string, string])[] = [
  ['parent_of', 'child_of'],
  ['grandparent_of', 'grandchild_of'],
  ['ancestor_of', 'descendant_of'],
  ['teacher_of', 'pupil_of'],
  ['master_of', 'apprentice_of'],
];
const SYMMETRIC =
  /^(?:sibling_of|married_to|related_to|betrothed_to|allied_with|enemy_of|hostile_to|quarrels_with|connects|cousin_of)$/;

/** Whether two types mean the same between the same two ends, in the same direction or, if the words say so, the other way. */
export function meansSame(found: string, label: string, sameDirection: boolean): boolean {
  if (isSameRelationType(found, label)) return sameDirection || SYMMETRIC.test(relationTypeOf(label));
  if (INVERSES.some((pair) => pair.includes(found) && pair.includes(label))) return !sameDirection;
  if (verbOf(found) !== undefined && verbOf(found) === verbOf(label))
    return (found.endsWith('_by') === label.endsWith('_by')) === sameDirection;
  const [a, b] = [readTie(found), readTie(label)];
  if (!a || a.tie !== b?.tie) return false;
  return (a.anchor === b.anchor) === sameDirection;
}

/** The verb of "sails" and "sailed_by". */
function verbOf(type: string): string | undefined {
  return /^[a-z]+(?:_by)?$/.test(type) ? stem(type.replace(/_by$/, '')) : undefined;
}

/** B³ (Bagga and Baldwin 1998) over names that both sides have. */
export function clusterScore(found: readonly ExtractedEntity[], gold: readonly GoldEntity[]): PrecisionRecall {
  const clusterOf = (
    entities: readonly { readonly name: string; readonly aliases: readonly string[] }[],
  ): Map<string, number> => {
    const clusters = new Map<string, number>();
    for (const [index, entity] of entities.entries())
      for (const name of namesOf(entity)) if (!clusters.has(name)) clusters.set(name, index);
    return clusters;
  };
  const [foundBy, goldBy] = [clusterOf(found), clusterOf(gold)];
  const common = [...goldBy.keys()].filter((name) => foundBy.has(name));
  let precision = 0;
  let recall = 0;
  for (const name of common) {
    const inFound = common.filter((other) => foundBy.get(other) === foundBy.get(name));
    const inGold = common.filter((other) => goldBy.get(other) === goldBy.get(name));
    const both = inFound.filter((other) => goldBy.get(other) === goldBy.get(name)).length;
    precision += both / inFound.length;
    recall += both / inGold.length;
  }
  const n = Math.max(common.length, 1);
  const [p, r] = [precision / n, recall / n];
  return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}
