/** A part of a data directory, as a backup counts it. */
export interface DataPart {
  /** What people call it. */
  readonly name: string;
  /** Paths of files or folders in the data directory. */
  readonly paths: readonly string[];
}

/** What a backup holds, in its order. Documents are the truth; indexes save their rebuild. */
export const KEPT_PARTS: readonly DataPart[] = [
  { name: 'documents', paths: ['documents'] },
  { name: 'originals', paths: ['blobs'] },
  { name: 'entities', paths: ['entities'] },
  { name: 'collections', paths: ['collections'] },
  { name: 'indexes', paths: ['indexes'] },
  { name: 'changelogs', paths: ['changelogs'] },
  { name: 'corrections', paths: ['corrections'] },
  { name: 'graphs', paths: ['graphs'] },
  { name: 'extractions', paths: ['extractions'] },
  { name: 'deletions', paths: ['deletions.jsonl'] },
  { name: 'jobs', paths: ['jobs'] },
  { name: 'schedules', paths: ['schedules'] },
  { name: 'sessions, answers and feedback', paths: ['orchestrator'] },
  { name: 'decisions and calibrations', paths: ['validator'] },
  { name: 'format', paths: ['format.json', 'identity'] },
];

/** Left out with its reason; a reader of a backup asks why something is missing. */
export const LEFT_OUT = [
  'embeddings: a cache; the vectors are in the indexes',
  'configuration and keys: a backup holds no secret',
  'domain packs: files of yours, outside of the data directory',
] as const;

/** Folders below the data directory that have a lock of their own. */
export const OWNED_FOLDERS = ['', 'orchestrator', 'validator'] as const;

/** What belongs to a running process, below the parts that are kept. */
export const PASSING_PATHS: ReadonlySet<string> = new Set([
  'orchestrator/lock',
  'orchestrator/staging',
  'validator/lock',
  'validator/staging',
  'indexes/.temporary',
]);

/** Names of Arbiter's at the top of a data directory, besides the lock and the staging folder: what a restore moves away. */
export const OWN_TOP_NAMES: ReadonlySet<string> = new Set([
  ...KEPT_PARTS.flatMap(({ paths }) => paths),
  'embeddings',
  'reserve',
  'scratch',
]);

/** Logs that are appended to in place; every other file is replaced as a whole, or never changed. */
export const APPENDED_ENDING = '.jsonl';
