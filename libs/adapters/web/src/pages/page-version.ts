import { z } from 'zod';
import type { Validators } from './page-fetcher.js';

/** What is kept of an answer so that it can be asked for again: its validators, and the name that says its format. */
const PageVersion = z.object({ name: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });
export type PageVersion = Validators & z.output<typeof PageVersion>;

/** @returns undefined for a page whose server says nothing to ask by */
export function writeVersion({ name, etag, lastModified }: PageVersion): string | undefined {
  return etag === null && lastModified === null ? undefined : JSON.stringify({ name, etag, lastModified });
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
