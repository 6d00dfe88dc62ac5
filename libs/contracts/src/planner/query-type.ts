import { z } from 'zod';

/** The five published kinds of question. */
export const QUERY_TYPES = ['simple_lookup', 'procedural', 'comparative', 'multi_hop', 'list_building'] as const;
export const QueryType = z.enum(QUERY_TYPES);
export type QueryType = z.output<typeof QueryType>;
