import { CollectionName } from '@arbiter/contracts';
import { PARSED_ENTITY_SHAPE } from '@arbiter/ports';
import { z } from 'zod';

/** The content of a file of entities: all of one document. */
export const EntityFile = z.object({
  collection: CollectionName,
  entities: z.array(z.object(PARSED_ENTITY_SHAPE)),
});
export type EntityFile = z.output<typeof EntityFile>;
