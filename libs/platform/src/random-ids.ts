import { randomUUID } from 'node:crypto';
import type { IdGenerator } from '@arbiter/ports';

/** `job_0b9d…`: random, so that two processes never give out the same. */
export class RandomIds implements IdGenerator {
  next(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll('-', '')}`;
  }
}
