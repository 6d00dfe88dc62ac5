import { type Principal, reaches } from '@arbiter/contracts';

/** What a pack is named, and the collections that it fills. */
export interface NamedPack {
  readonly domain: string;
  readonly collections: readonly string[];
}

/** Whether a caller may use a pack: one of a tenant has collections of that tenant alone, or is none of its packs. */
export function reachesPack(principal: Principal | null, { domain, collections }: NamedPack): boolean {
  return [domain, ...collections].every((name) => reaches(principal, name));
}
