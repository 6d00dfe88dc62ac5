import type { EventOf, OutputOf } from '@arbiter/client';

export type Job = OutputOf<'getJob'>;
type JobEvent = EventOf<'watchJob'>;
type Progress = Extract<JobEvent, { readonly type: 'progress' }>;

/** What a running job is at, for people. */
export interface JobView {
  readonly state: Job['state'];
  readonly counts: Job['counts'];
  /** 0–1; null until everything has been listed. */
  readonly share: number | null;
  readonly current: string | null;
  /** "12 documents a second"; null after too few observations. */
  readonly pace: string | null;
  /** "about 2 minutes left"; null if unknown. */
  readonly left: string | null;
}

const ENDED: ReadonlySet<Job['state']> = new Set([
  'succeeded',
  'completed_with_errors',
  'failed',
  'cancelled',
  'dead_lettered',
]);

export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return ENDED.has(state);
}

const STATES: Readonly<Record<Job['state'], string>> = {
  queued: 'Waiting',
  running: 'Reading',
  succeeded: 'Done',
  completed_with_errors: 'Done, with failures',
  failed: 'Failed',
  cancelled: 'Stopped',
  dead_lettered: 'Given up: its worker died again and again',
};

export function stateInWords(state: Job['state']): string {
  return STATES[state];
}

export function toneOf(state: Job['state']): 'good' | 'doubt' | 'bad' | undefined {
  if (state === 'succeeded') return 'good';
  if (state === 'completed_with_errors' || state === 'cancelled') return 'doubt';
  return state === 'failed' || state === 'dead_lettered' ? 'bad' : undefined;
}

export function viewOfProgress({ state, counts, current, settled, total, pace, secondsLeft }: Progress): JobView {
  return {
    state,
    counts,
    current,
    share: total === null || total === 0 ? null : Math.min(settled / total, 1),
    pace: pace && pace.documents > 0 ? paceInWords(pace.documents) : null,
    left: secondsLeft === null ? null : timeLeft(secondsLeft),
  };
}

/** @param documents a second */
function paceInWords(documents: number): string {
  if (documents >= 1) return `${Math.round(documents)} documents a second`;
  return `${Math.max(Math.round(documents * 60), 1)} documents a minute`;
}

function timeLeft(seconds: number): string {
  if (seconds < 50) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} left`;
  const hours = Math.round(minutes / 60);
  return `about ${hours === 1 ? 'an hour' : `${hours} hours`} left`;
}

/** What a job did: "3 added, 1 changed, 12 unchanged"; what did not happen is not said. */
export function countsInWords({ added, changed, unchanged, moved, deleted, failed, skipped }: Job['counts']): string {
  const said = Object.entries({ added, changed, unchanged, moved, deleted, failed, 'left out': skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  return said.length > 0 ? said.join(', ') : 'nothing yet';
}

/** Where a job reads from, as its first source and how many more there are. */
export function sourcesInWords({ sources, reindex, omitted }: Pick<Job, 'sources' | 'reindex' | 'omitted'>): string {
  if (reindex) return 'Rebuilding the indexes';
  const [first] = sources;
  if (!first) return 'No source';
  const others = sources.length - 1 + (omitted?.sources ?? 0);
  return others > 0 ? `${sourceName(first)} and ${others.toLocaleString('en')} more` : sourceName(first);
}

function sourceName(source: Job['sources'][number]): string {
  const { kind: _, ...named } = source;
  for (const field of ['name', 'path', 'url', 'repository'] as const) {
    const value: unknown = (named as Readonly<Record<string, unknown>>)[field];
    if (typeof value === 'string') return value;
  }
  return source.kind;
}
