import { z } from 'zod';
import { GraphSchema, RankingWeights } from '../graph/graph-schema.js';
import { PageAddress, RepositoryAddress, RepositoryRef, selection, siteLimits } from '../ingestion/ingestion-source.js';
import { RefreshInterval } from '../ingestion/schedules.operations.js';
import { LanguageTag } from '../language-tag.js';
import { CollectionName } from '../passage.js';

/** A relation type of a pack: what its ends may be, in words ("department or ward"), and how near it brings them. */
const RelationDeclaration = z.looseObject({
  from: z.string().optional(),
  to: z.string().optional(),
  weight: z.number().positive().max(100).optional(),
});

/** A parser that a pack brings along, and what it reads in the collections of the pack. */
export const ParserDeclaration = z.looseObject({
  /** As in `tools.custom`: `tides.ts#TideParser`. */
  module: z.string().min(1),
  mediaType: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  /** Lower case, with the dot. */
  extensions: z.array(z.string().regex(/^\.[a-z0-9]+$/)).min(1),
});

/** `config.json` of a domain pack, as published (design document 000). Unknown keys are kept for later releases. */
export const DomainConfig = z.looseObject({
  domain: CollectionName,
  version: z.string().min(1),
  description: z.string().default(''),
  /** Language of most of its documents; `en` when absent. */
  language: LanguageTag.optional(),
  vectorDatabase: z
    .looseObject({
      collections: z.array(CollectionName).min(1).optional(),
      embeddingModel: z.string().min(1).optional(),
      dimensions: z.int().min(1).optional(),
    })
    .default({}),
  entities: z
    .looseObject({
      types: z.array(z.string()).default([]),
      schema: z.string().optional(),
      /** Relation types, each with what its ends may be, in words. Another form is not read. */
      relations: z.record(z.string(), RelationDeclaration).optional().catch(undefined),
      /** Statuses by what they say of use. Another form is not read: plain English stands in. */
      statuses: z
        .record(z.string(), z.looseObject({ available: z.boolean() }))
        .optional()
        .catch(undefined),
    })
    .default({ types: [] }),
  retrieval: z
    .looseObject({
      graph: z
        .looseObject({
          /** Of the signals that rank entities; the shipped ones if absent. */
          weights: RankingWeights.optional(),
        })
        .default({}),
    })
    .default({ graph: {} }),
  validation: z
    .looseObject({
      /** Authority of sources by type (`type` in their front matter), 0–1, besides what they state themselves. */
      sourceAuthority: z.record(z.string(), z.number().min(0).max(1)).default({}),
    })
    .default({ sourceAuthority: {} }),
  tools: z.looseObject({ custom: z.array(z.string()).default([]) }).default({ custom: [] }),
  ingestion: z
    .looseObject({
      sources: z.string().optional(),
      /** By name: a parser of the pack, or whether sources of the kind `pdf` or `web` are read. */
      parsers: z.record(z.string(), z.union([z.boolean(), ParserDeclaration])).default({}),
    })
    .default({ parsers: {} }),
});
export type DomainConfig = z.output<typeof DomainConfig>;

/** The schema of a domain's knowledge graph; null for a domain without entity types, which has none. */
export function graphSchemaOf({ entities, retrieval }: DomainConfig): GraphSchema | null {
  const { types, relations = {}, statuses = {} } = entities;
  if (types.length === 0) return null;
  const named = (available: boolean): string[] =>
    Object.entries(statuses).flatMap(([status, one]) => (one.available === available ? [status] : []));
  return GraphSchema.parse({
    entityTypes: types,
    relationTypes: Object.entries(relations).map(([type, { from, to, weight }]) => ({
      type,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(weight !== undefined && { weight }),
    })),
    statuses: { available: named(true), unavailable: named(false) },
    ...(retrieval.graph.weights && { weights: retrieval.graph.weights }),
  });
}

/** Interval at which a remote source is ingested again; absent: never. */
const refresh = { refresh: RefreshInterval.optional() };

/** Routes a source to the collection `<domain>_<type>`; absent: to the first configured type. */
const SourceType = z.string().min(1).optional();

/** `sources.json` of a domain pack, as published (design document 000). `files`, `git` and `web` are our additions. */
export const DomainSources = z.looseObject({
  /** Files or folders, relative to the pack. */
  files: z.array(z.strictObject({ path: z.string().min(1), type: SourceType, ...selection })).default([]),
  /** Pages and sites of the web. */
  web: z
    .array(
      z.strictObject({
        url: PageAddress,
        /** Title of a page that has none. */
        name: z.string().optional(),
        type: SourceType,
        ...refresh,
        /** If present, the source is the whole site below the address, within these limits. Absent: only the page. */
        site: z.union([z.literal(true), z.strictObject({ ...siteLimits, ...selection })]).optional(),
      }),
    )
    .default([]),
  /** RSS, Atom and JSON feeds; each entry is a document. */
  feeds: z.array(z.strictObject({ url: PageAddress, type: SourceType, ...refresh })).default([]),
  /** As `web`; the response itself states its format. */
  pdfs: z
    .array(z.strictObject({ url: PageAddress, name: z.string().optional(), type: SourceType, ...refresh }))
    .default([]),
  git: z
    .array(
      z.strictObject({
        url: RepositoryAddress,
        branch: RepositoryRef.optional(),
        /** Folder or file inside the repository. */
        path: z.string().min(1).optional(),
        type: SourceType,
        ...refresh,
        ...selection,
      }),
    )
    .default([]),
});
export type DomainSources = z.output<typeof DomainSources>;
