import { createHash } from 'node:crypto';

/** 128 bits: nobody meets another's session by chance. */
const DIGITS = 32;

/**
 * The id of the session of a place, such as a thread. It is a digest, so nothing has to be stored and a restart loses no session.
 *
 * @param platform `discord` or `slack`
 * @param place from the outermost part to the innermost: server, channel, thread
 */
export function sessionOf(platform: string, ...place: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([platform, ...place]))
    .digest('hex');
  return `${platform}-${digest.slice(0, DIGITS)}`;
}
