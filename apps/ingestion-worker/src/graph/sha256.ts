import { createHash } from 'node:crypto';

/** In lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
