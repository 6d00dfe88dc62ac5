import type { FoundItem } from '@arbiter/ports';
import { withoutNotionViews } from './notion-export.js';
import { withSlackDays } from './slack-export.js';

/**
 * Recognises the exports of other products by the files that they consist of, wherever they lie: a folder, an archive, a
 * repository. What is recognised is known to be one file of an export and is read as that; the rest is as it was.
 *
 * @returns the same items in the same order, some of them left out with the reason
 */
export async function* recogniseExports(found: AsyncIterable<FoundItem>): AsyncGenerator<FoundItem, void, undefined> {
  const items: FoundItem[] = [];
  for await (const item of found) items.push(item);
  yield* withoutNotionViews(withSlackDays(items));
}
