import { CollectionName, Metadata } from '@arbiter/contracts';
import { z } from 'zod';

/** The content of a file of entities: all of one document. */
export const EntityFile = z.object({
  collection: CollectionName,
  entities: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      aliases: z.array(z.string()),
      attributes: Metadata,
      start: z.int().min(0),
      end: z.int().min(0),
      data: z.string().exactOptional(),
    }),
  ),
});
export type EntityFile = z.output<typeof EntityFile>;
