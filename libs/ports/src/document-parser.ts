import { Metadata } from '@arbiter/contracts';
import { z } from 'zod';

export type {
  DocumentParser,
  ParseRequest,
  ParsedBlock,
  ParsedDocument,
  ParsedEntity,
  ParsedPage,
  ParsedPageBoxes,
  ParsedSection,
  ParsedUtterance,
  RelatedFiles,
} from '@arbiter/contracts';

/** The fields of a `ParsedEntity`, for the schemas with which stores read their files. */
export const PARSED_ENTITY_SHAPE = {
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  attributes: Metadata,
  start: z.int().min(0),
  end: z.int().min(0),
  data: z.string().exactOptional(),
};
