import { z } from 'zod';

/** Most aliases and documents that one correction may name. */
const MAX_NAMES = 100;

/** Id of an entity; in requests also a name or an alias that only one entity has. */
const Entity = z.string().trim().min(1).max(256);
const Name = z.string().trim().min(1).max(200);
const Type = z.string().trim().min(1).max(64);
/** Such as `led_by`; spaces become `_`, as in the relation types of a schema. */
const RelationType = Type.transform((words) => words.replaceAll(/\s+/g, '_')).pipe(Type);
const Names = z.array(Name).max(MAX_NAMES).default([]);
/** Id of the entity that a correction makes. Absent in a request: it follows from the name. */
const NewId = Entity.optional();
const RELATION = { from: Entity, type: RelationType, to: Entity };

/** What a person says of the knowledge graph. Each kind says one thing. */
export const GraphCorrection = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('merge'),
      /** Entities that become part of `into`; their names become aliases of it. */
      entities: z.array(Entity).min(1).max(50),
      into: Entity,
      /** Type of the merged entity. Required if the types differ. */
      type: Type.optional(),
    })
    .refine(({ entities, into }) => new Set([...entities, into]).size === entities.length + 1, {
      path: ['entities'],
      message: 'names an entity twice, or merges it into itself',
    }),
  z
    .strictObject({
      kind: z.literal('split'),
      entity: Entity,
      /** Name of the entity that is split off. */
      name: Name,
      id: NewId,
      /** Absent: the type of the former. */
      type: Type.optional(),
      /** Aliases that the new entity takes along, with their mentions. */
      aliases: Names,
      /** Ids or paths of documents; whatever they say of the entity is of the new one. */
      documents: z.array(z.string().trim().min(1).max(1_024)).max(MAX_NAMES).default([]),
    })
    .refine(({ aliases, documents }) => aliases.length + documents.length > 0, {
      path: ['aliases'],
      message: 'names neither aliases nor documents, and so would split nothing off',
    }),
  /** The former name becomes an alias. The id stays. */
  z.strictObject({ kind: z.literal('rename'), entity: Entity, name: Name }),
  z.strictObject({ kind: z.literal('retype'), entity: Entity, type: Type }),
  z.strictObject({
    kind: z.literal('add-entity'),
    name: Name,
    type: Type,
    id: NewId,
    aliases: Names,
    definition: z.string().trim().min(1).max(320).optional(),
  }),
  z
    .strictObject({
      kind: z.literal('edit-entity'),
      entity: Entity,
      addAliases: Names,
      removeAliases: Names,
      /** Replaces the sentence of the documents. */
      definition: z.string().trim().min(1).max(320).optional(),
    })
    .refine((edit) => edit.addAliases.length + edit.removeAliases.length > 0 || edit.definition !== undefined, {
      message: 'changes nothing',
    }),
  /** Also deletes its relations and mentions. */
  z.strictObject({ kind: z.literal('delete-entity'), entity: Entity }),
  z
    .strictObject({ kind: z.literal('add-relation'), ...RELATION })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'relates an entity to itself' }),
  z
    .strictObject({
      kind: z.literal('edit-relation'),
      ...RELATION,
      /** What it becomes; absent parts stay. */
      becomes: z.strictObject({
        from: Entity.optional(),
        type: RelationType.optional(),
        to: Entity.optional(),
      }),
    })
    .refine(({ becomes }) => Object.values(becomes).some((part) => part !== undefined), {
      path: ['becomes'],
      message: 'changes nothing',
    }),
  z.strictObject({ kind: z.literal('delete-relation'), ...RELATION }),
]);
export type GraphCorrection = z.output<typeof GraphCorrection>;

/** Who says it, and why. */
export const CORRECTION_ORIGIN = {
  by: z.string().trim().min(1).max(256),
  reason: z.string().trim().min(1).max(1_000).optional(),
};

const EVENT = {
  /** Position in the log, from 1. */
  id: z.int().min(1),
  /** When the event was recorded, in milliseconds since 1970. It never falls along the log. */
  recordedAt: z.number(),
  ...CORRECTION_ORIGIN,
};

/** One event of the corrections of a graph. None is ever changed: undoing is an event of its own. */
export const GraphCorrectionEvent = z.discriminatedUnion('kind', [
  z.strictObject({ ...EVENT, kind: z.literal('correction'), correction: GraphCorrection }),
  z.strictObject({
    ...EVENT,
    kind: z.literal('undo'),
    /** Id of the event that no longer counts: a correction, or an undo, so that what it undid counts again. */
    of: z.int().min(1),
  }),
]);
export type GraphCorrectionEvent = z.output<typeof GraphCorrectionEvent>;
