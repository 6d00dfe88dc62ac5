/** Injection tokens of this arm's ports. */
export const JOB_QUEUE = Symbol('JobQueue');
export const JOB_READER = Symbol('JobReader');
export const SCHEDULE_STORE = Symbol('ScheduleStore');
export const DELETION_LOG = Symbol('DeletionLog');
export const DOCUMENT_STORE = Symbol('DocumentStore');
export const BLOB_STORE = Symbol('BlobStore');
export const VECTOR_INDEX = Symbol('VectorIndex');
export const ID_GENERATOR = Symbol('IdGenerator');
export const CATALOG = Symbol('CollectionCatalog');
export const ENTITY_STORE = Symbol('EntityStore');
export const EMBEDDERS = Symbol('Embedders');
export const CLOCK = Symbol('Clock');
export const EMBEDDER = Symbol('Embedder');
export const CHANGELOG_STORE = Symbol('ChangelogStore');
export const CORRECTION_STORE = Symbol('GraphCorrectionStore');
