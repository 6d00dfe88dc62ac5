import type { SourceItem } from '@arbiter/ports';
import { documentIdOf } from '../library/document-identity.js';
import type { PriorDocuments } from '../library/prior-documents.js';
import { findGone, unreadableFolder } from '../load/find-gone.js';
import { isFolder, type ListedSources } from '../load/list-sources.js';
import { DocumentFailure } from '../pipeline/document-failure.js';
import { type PreparePorts, readIfChanged } from '../pipeline/prepare-document.js';

/** A document that would be parsed. */
export interface Candidate {
  readonly id: string;
  readonly item: SourceItem;
  /** Bytes. */
  readonly size: number;
}

export interface SiftedDocuments {
  /** New and changed documents, by media type. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  readonly unchanged: number;
  /** Stored documents that these sources no longer contain. */
  readonly gone: number;
  readonly failures: readonly DocumentFailure[];
}

export interface SiftPorts extends Pick<PreparePorts, 'parsers'> {
  readonly collection: string;
  readonly prior: PriorDocuments;
}

/** Compares the listed documents with the stored ones. New documents are not opened: the listing states their size. */
export async function siftDocuments(
  listed: ListedSources,
  ports: SiftPorts,
  signal: AbortSignal,
): Promise<SiftedDocuments> {
  const { collection, prior, parsers } = ports;
  const candidates = new Map<string, Candidate[]>();
  const failures: DocumentFailure[] = [];
  const seen = new Set<string>();
  const unreadable: string[] = [];
  let unchanged = 0;
  for (const item of listed.items) {
    signal.throwIfAborted();
    const id = documentIdOf(collection, item.location);
    if (seen.has(id)) continue;
    seen.add(id);
    const folder = unreadableFolder(item);
    if (folder !== null) unreadable.push(folder);
    const found = await candidateOf({ id, item }, ports, signal);
    if (found === 'unchanged') unchanged += 1;
    else if (found instanceof DocumentFailure) failures.push(found);
    else {
      const { mediaType = '' } = parsers.parserOf(item.name ?? item.source) ?? {};
      const members = candidates.get(mediaType);
      if (members) members.push(found);
      else candidates.set(mediaType, [found]);
    }
  }
  const { gone } = findGone(prior, { collection, listed, seen, unreadable });
  for (const id of listed.unmoved) if (!seen.has(id)) unchanged += 1;
  return { candidates, unchanged, gone: gone.length, failures };
}

async function candidateOf(
  { id, item }: Omit<Candidate, 'size'>,
  { prior, parsers }: SiftPorts,
  signal: AbortSignal,
): Promise<Candidate | DocumentFailure | 'unchanged'> {
  try {
    if (!isFolder(item) && (await prior.get(id, signal)) === null) return { id, item, size: item.size };
    const changed = await readIfChanged({ id, item, prior }, { parsers }, signal);
    return changed === 'unchanged' ? changed : { id, item, size: changed.request.bytes.length };
  } catch (thrown) {
    signal.throwIfAborted();
    return DocumentFailure.of(item.source, 'load', thrown);
  }
}
