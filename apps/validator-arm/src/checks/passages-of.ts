import type { Source } from '@arbiter/contracts';
import type { ReadSources } from '../support/read-sources.js';

/** Windows of a source that are read to tell of what it speaks: some 220 word pieces. */
const MOST_OF_ONE = 1;
/** Windows of all sources that are read for that alone: 40 ms each on one core. */
const MOST_NEW = 2;

/** A stretch of a source that tells of what it speaks. */
export interface SourcePassage {
  readonly sourceId: string;
  readonly text: string;
}

/**
 * What is read of sources to tell whether they are about a question: windows that some claim was compared with, which are
 * encoded already; of a source without one the first ones, as long as they are not too many.
 *
 * @param ranked sources, those that matter first
 * @returns in the order of the sources; none of a source that is to be judged by its words
 */
export function passagesOf(ranked: readonly Source[], read: ReadSources): SourcePassage[] {
  const { evidence, windows } = read.comparison;
  const bySource = new Map<string, string[]>(evidence.sources.map(({ id }) => [id, []]));
  for (const { source, text } of windows.all) bySource.get(evidence.sources[source]?.id ?? '')?.push(text);
  let left = MOST_NEW;
  return ranked.flatMap(({ id: sourceId }) => {
    const own = bySource.get(sourceId) ?? [];
    const encoded = own.filter((text) => read.encodingOf(text) !== undefined);
    const first = encoded.length > 0 ? [] : own.slice(0, Math.min(MOST_OF_ONE, left));
    left -= first.length;
    return [...encoded, ...first].map((text) => ({ sourceId, text }));
  });
}
