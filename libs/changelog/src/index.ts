export { ChangelogEntry, type ChangelogEvent, EntityUpdate, RelationshipUpdate } from '@arbiter/contracts';
export * from './cascade.js';
export * from './changelog.js';
export * from './changelog-entry.js';
export * from './entity-index.js';
export * from './impact.js';
export * from './read-status.js';
export * from './relation-types.js';
export * from './world-state.js';
