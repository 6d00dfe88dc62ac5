import type { EventOf, OutputOf } from '@arbiter/client';
import { counted } from '../../parts/counted.js';

export type Job = OutputOf<'getJob'>;
export type Progress = Extract<EventOf<'watchJob'>, { readonly type: 'progress' }>;

interface Outcome {
  readonly words: string;
  /** Of a job that has ended. */
  readonly tone?: 'good' | 'doubt' | 'bad';
}

const STATES: Readonly<Record<Job['state'], Outcome>> = {
  queued: { words: 'Waiting' },
  running: { words: 'Reading' },
  succeeded: { words: 'Done', tone: 'good' },
  completed_with_errors: { words: 'Done, with failures', tone: 'doubt' },
  failed: { words: 'Failed', tone: 'bad' },
  cancelled: { words: 'Stopped', tone: 'doubt' },
  dead_lettered: { words: 'Given up: its worker died again and again', tone: 'bad' },
};

export function isRunning({ state }: Pick<Job, 'state'>): boolean {
  return STATES[state].tone === undefined;
}

/** Of a job that ended, and after which nothing is there. */
export const NOTHING_READ: Outcome = { words: 'Nothing was read', tone: 'doubt' };

export function outcomeOf({ state, counts }: Pick<Job, 'state' | 'counts'>): Outcome {
  const { added, changed, unchanged, moved, deleted } = counts;
  const isNothing = added + changed + unchanged + moved + deleted === 0;
  return isNothing && (state === 'succeeded' || state === 'completed_with_errors') ? NOTHING_READ : STATES[state];
}

/** What a job did: "3 added, 1 changed, 12 unchanged"; what did not happen is not said. */
export function countsInWords({ added, changed, unchanged, moved, deleted, failed, skipped }: Job['counts']): string {
  return Object.entries({ added, changed, unchanged, moved, deleted, failed, 'left out': skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
}

/** "15 documents a minute · about 2 minutes left · a.md", as far as it is known. */
export function progressInWords({ pace, secondsLeft, current }: Progress): string {
  return [pace && paceInWords(pace.documents), secondsLeft === null ? null : timeLeft(secondsLeft), current]
    .filter((each) => each !== null)
    .join(' · ');
}

/** @param documents a second */
function paceInWords(documents: number): string | null {
  if (documents === 0) return null;
  if (documents >= 1) return `${counted(Math.round(documents), 'document')} a second`;
  return `${counted(Math.max(Math.round(documents * 60), 1), 'document')} a minute`;
}

function timeLeft(seconds: number): string {
  if (seconds < 50) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  return `about ${minutes < 60 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')} left`;
}

type Named = Pick<Job, 'collection' | 'sources' | 'reindex' | 'omitted'>;
type Pack = OutputOf<'listDomains'>['domains'][number];

/** Where a job reads from: the pack whose folder it is, or its first source and how many more there are. */
export function sourcesInWords({ collection, sources, reindex, omitted }: Named, packs: readonly Pack[] = []): string {
  if (reindex) return 'Rebuilding the indexes';
  const [first] = sources;
  if (!first) return 'No source';
  const { name, path, url, repository, kind }: Readonly<Partial<Record<string, unknown>>> = first;
  const folders = String(path).split(/[/\\]/);
  const pack = packs.find(({ domain, collections }) => collections.includes(collection) && folders.includes(domain));
  if (pack) return `Pack ${pack.domain}`;
  const shown = String(name ?? path ?? url ?? repository ?? kind);
  const others = sources.length - 1 + (omitted?.sources ?? 0);
  return others > 0 ? `${shown} and ${others.toLocaleString('en')} more` : shown;
}
