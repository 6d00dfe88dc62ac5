import { Metadata } from '@arbiter/contracts';
import { z } from 'zod';

/** The fields of a `ParsedEntity`, for the schemas by which stores read what they have written. */
export const PARSED_ENTITY_SHAPE = {
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  attributes: Metadata,
  start: z.int().min(0),
  end: z.int().min(0),
  data: z.string().exactOptional(),
};
