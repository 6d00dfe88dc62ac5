export { acceptStated, entryOf, proposeChanges } from './propose-changes.js';
export * from './session-changes.js';
