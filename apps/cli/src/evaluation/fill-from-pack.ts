import { dropCollection, ingestDomain } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import { seeThroughJobs, type IngestionResult } from '../ingestion/see-through-jobs.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';

/** Ingests the documents of a domain pack; a store that an older version made and this one cannot use is made anew. */
export async function fillFromPack(
  library: Library,
  domain: string,
  context: CommandContext,
): Promise<IngestionResult> {
  const { signal } = context.interruption;
  const read = async (): Promise<IngestionResult> => {
    const { jobs } = await library.request(ingestDomain, { domain }, { signal });
    return seeThroughJobs(library, jobs, context);
  };
  const first = await read();
  if (!first.jobs.some(({ state }) => state === 'failed')) return first;
  remark(context, 'Making the store anew.');
  for (const collection of await collectionsOfDomain(library, domain, signal)) {
    await library.request(dropCollection, { collection }, { signal });
  }
  return read();
}
