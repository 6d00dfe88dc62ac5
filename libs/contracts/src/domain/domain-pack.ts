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
  /** What most of its documents are written in; `en` when absent. */
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
      /** What sources of a type (`type` in their front matter) are worth, 0–1, beside what they say of themselves. */
      sourceAuthority: z.record(z.string(), z.number().min(0).max(1)).default({}),
    })
    .default({ sourceAuthority: {} }),
  tools: z.looseObject({ custom: z.array(z.string()).default([]) }).default({ custom: [] }),
  ingestion: z
    .looseObject({ sources: z.string().optional(), parsers: z.record(z.string(), z.boolean()).default({}) })
    .default({ parsers: {} }),
});
export type DomainConfig = z.output<typeof DomainConfig>;

/** How often what lies elsewhere is read again once it was ingested; only then where it is absent. */
const refresh = { refresh: RefreshInterval.optional() };

/** Routes a source to the collection `<domain>_<type>`; the first configured one where it is absent. */
const SourceType = z.string().min(1).optional();

/** `sources.json` of a domain pack, as published (design document 000) but for `files`, `git` and `web`, which are ours. */
export const DomainSources = z.looseObject({
  /** Files or folders, relative to the pack. */
  files: z.array(z.strictObject({ path: z.string().min(1), type: SourceType, ...selection })).default([]),
  /** Pages and sites of the web. */
  web: z
    .array(
      z.strictObject({
        url: PageAddress,
        /** Of a page: what it is called where it does not say. */
        name: z.string().optional(),
        type: SourceType,
        ...refresh,
        /** Where it is there, all pages below the address belong to the source, as far as it says. Absent: the one page. */
        site: z.union([z.literal(true), z.strictObject({ ...siteLimits, ...selection })]).optional(),
      }),
    )
    .default([]),
  /** RSS, Atom and JSON feeds; each entry is a document. */
  feeds: z.array(z.strictObject({ url: PageAddress, type: SourceType, ...refresh })).default([]),
  /** As `web`: what an address leads to says itself what it is. */
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
            /** The game system; data files are read from the folder that it lies in. */
            catalogPath: z.string().min(1).optional(),
            /** `units` where it is absent. */
            type: SourceType,
            ...refresh,
          }),
        )
        .default([]),
    })
    .default({ repos: [] }),
});
export type DomainSources = z.output<typeof DomainSources>;
