import type { EntityDescription } from '@arbiter/contracts';

/** Names as they are compared: without case, marks and punctuation. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The one of several that a name means: called so, else beginning so with the fewest words more, else holding it. "Space
 * Marine" means the Space Marines rather than the Chaos Space Marines.
 */
export function closestNamed<T extends Pick<EntityDescription, 'name' | 'aliases'>>(
  found: readonly T[],
  name: string,
): T | undefined {
  const wanted = foldName(name);
  const [best] = found
    .map((one) => ({
      one,
      distance: Math.min(...[one.name, ...one.aliases].map((called) => distance(called, wanted))),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best?.one;
}

/** More than any name has words. */
const NOT_AT_THE_BEGINNING = 100;

function distance(name: string, wanted: string): number {
  const called = foldName(name);
  if (called === wanted) return 0;
  const extra = Math.max(1, called.split(' ').length - wanted.split(' ').length + 1);
  return called.startsWith(wanted) ? extra : NOT_AT_THE_BEGINNING + extra;
}
