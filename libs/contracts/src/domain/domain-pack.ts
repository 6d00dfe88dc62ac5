import { z } from 'zod';
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

/** `sources.json` of a domain pack: the part that is read today; the other published kinds are kept. */
export const DomainSources = z.looseObject({
  /** Files or folders, relative to the pack. `type` routes to the collection `<domain>_<type>`. */
  files: z.array(z.strictObject({ path: z.string().min(1), type: z.string().min(1).optional() })).default([]),
});
export type DomainSources = z.output<typeof DomainSources>;
