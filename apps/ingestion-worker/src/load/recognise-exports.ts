import { SLACK_DAY_ENDING } from '@arbiter/adapters-slack';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { FoundItem, RelatedFiles, SourceItem } from '@arbiter/ports';
import { folderOf } from './expand-archives.js';

/**
 * `Tasks 0123456789abcdef0123456789abcdef_all.csv` has all rows of a database; the file without `_all` has those of its view.
 */
const ALL_ROWS = /(^|\/)([^/]* [0-9a-f]{32})_all\.csv$/;

/**
 * Lists at the top of a Slack export: members, and each kind of conversation (Slack's help, "How to read Slack data exports").
 */
const MEMBERS: readonly string[] = ['users.json', 'org_users.json'];
const CONVERSATIONS: readonly string[] = ['channels.json', 'groups.json', 'dms.json', 'mpims.json'];
const OTHER_LISTS: readonly string[] = ['integration_logs.json', 'canvases.json', 'content_flags.json', 'lists.json'];
const DAY = /^(.*\/)?([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;

/**
 * Recognises exports of other products by their files, in a folder, an archive or a repository. Recognised files are read as
 * parts of an export; other files are unchanged.
 *
 * @returns the same items in the same order, some of them left out with a reason
 */
export async function* recogniseExports(found: AsyncIterable<FoundItem>): AsyncGenerator<FoundItem, void, undefined> {
  const items: FoundItem[] = [];
  for await (const item of found) items.push(item);
  yield* withoutNotionViews(withSlackDays(items));
}

/** Leaves out the view of a database if all of its rows are there too. Its rows would otherwise be found twice. */
function withoutNotionViews(items: readonly FoundItem[]): FoundItem[] {
  const views = new Map<string, string>();
  for (const item of items) {
    if (!('read' in item) || !ALL_ROWS.test(item.source)) continue;
    views.set(item.source.replace(/_all\.csv$/, '.csv'), item.source);
  }
  return items.map((item) => {
    const all = 'read' in item ? views.get(item.source) : undefined;
    if (!('read' in item) || all === undefined) return item;
    return { skipped: { source: item.source, reason: `Its rows stand in ${all}, too.` } };
  });
}

/** Marks the days of Slack exports for their parser and attaches the lists of their workspace. */
function withSlackDays(items: readonly FoundItem[]): FoundItem[] {
  const lists = listsByFolder(items);
  const workspaces = new Map(
    [...lists]
      .filter(([, files]) => MEMBERS.some((name) => files.has(name)) && CONVERSATIONS.some((name) => files.has(name)))
      .map(([folder, files]) => [folder, relatedIn(files)]),
  );
  if (workspaces.size === 0) return [...items];
  return items.map((item) => {
    if (!('read' in item)) return item;
    const { source } = item;
    const own = lists.get(folderOf(source))?.get(source.slice(folderOf(source).length));
    if (own === item && workspaces.has(folderOf(source))) {
      return { skipped: { source, reason: 'It is a list of a Slack export, which is read with its messages.' } };
    }
    const [, folder = '', channel = '', date = ''] = DAY.exec(source) ?? [];
    const related = channel === '' ? undefined : workspaces.get(folder);
    return related ? { ...item, name: `${channel}/${date}${SLACK_DAY_ENDING}`, related } : item;
  });
}

function listsByFolder(items: readonly FoundItem[]): Map<string, Map<string, SourceItem>> {
  const known = new Set([...MEMBERS, ...CONVERSATIONS, ...OTHER_LISTS]);
  const folders = new Map<string, Map<string, SourceItem>>();
  for (const item of items) {
    if (!('read' in item)) continue;
    const folder = folderOf(item.source);
    const name = item.source.slice(folder.length);
    if (!known.has(name)) continue;
    const files = folders.get(folder) ?? new Map<string, SourceItem>();
    files.set(name, item);
    folders.set(folder, files);
  }
  return folders;
}

function relatedIn(files: ReadonlyMap<string, SourceItem>): RelatedFiles {
  return {
    names: [...files.keys()].sort(compareCodeUnits),
    read: async (name, signal) => {
      const item = files.get(name);
      if (!item) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in this export.`);
      return item.read(signal);
    },
  };
}
