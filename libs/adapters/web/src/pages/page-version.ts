import { z } from 'zod';
import type { Validators } from './page-fetcher.js';

/** What is kept of an answer so that it can be asked for again: its validators, and the name that says its format. */
const PageVersion = z.object({
  name: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Of a page of a site: what it linked to. A page that is unchanged does not say it again. */
  links: z.array(z.string()).optional(),
  /** Of a page of a site: sha256 of its bytes, since not every server names its content. */
  digest: z.string().optional(),
});
export type PageVersion = Validators & z.output<typeof PageVersion>;

/** @returns undefined for a page of which nothing is known to ask by or to compare */
export function writeVersion({ name, etag, lastModified, links, digest }: PageVersion): string | undefined {
  if (etag === null && lastModified === null && digest === undefined) return undefined;
  return JSON.stringify({ name, etag, lastModified, links, digest });
}

/** @returns null for nothing, and for what an earlier release may have written */
export function readVersion(version: string | null): PageVersion | null {
  if (version === null) return null;
  try {
    return PageVersion.parse(JSON.parse(version));
  } catch {
    return null;
  }
}
