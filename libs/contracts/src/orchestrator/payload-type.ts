import { z } from 'zod';

/** How a client may show the objects of a result. */
export const PAYLOAD_TYPES = [
  'chunks',
  'colqwen_pages',
  'interpretations',
  'result',
  'table',
  'entity',
  'community',
] as const;
export const PayloadType = z.enum(PAYLOAD_TYPES);
export type PayloadType = z.output<typeof PayloadType>;
