import { z } from 'zod';
import { PageAddress, RepositoryAddress, RepositoryRef, selection, siteLimits } from '../ingestion/ingestion-source.js';
import { RefreshInterval } from '../ingestion/schedules.operations.js';
import { LanguageTag } from '../language-tag.js';
import { CollectionName } from '../passage.js';

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
    .looseObject({ types: z.array(z.string()).default([]), schema: z.string().optional() })
    .default({ types: [] }),
  validation: z
    .looseObject({
      /** Authority of sources by type (`type` in their front matter), 0–1, besides what they state themselves. */
      sourceAuthority: z.record(z.string(), z.number().min(0).max(1)).default({}),
    })
    .default({ sourceAuthority: {} }),
  tools: z.looseObject({ custom: z.array(z.string()).default([]) }).default({ custom: [] }),
  ingestion: z
    .looseObject({ sources: z.string().optional(), parsers: z.record(z.string(), z.boolean()).default({}) })
    .default({ parsers: {} }),
});
export type DomainConfig = z.output<typeof DomainConfig>;

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
  battlescribe: z
    .looseObject({
      repos: z
        .array(
          z.strictObject({
            url: RepositoryAddress,
            branch: RepositoryRef.optional(),
            /** The game system; data files are read from its folder. */
            catalogPath: z.string().min(1).optional(),
            /** Default: `units`. */
            type: SourceType,
            ...refresh,
          }),
        )
        .default([]),
    })
    .default({ repos: [] }),
});
export type DomainSources = z.output<typeof DomainSources>;
