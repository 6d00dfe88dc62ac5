import { z } from 'zod';

/** A switch that is off unless it is given; in the query of a GET or DELETE it is `true` or `false`. */
export const QueryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .default(false);
