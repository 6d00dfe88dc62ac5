export {
  type CompactedScene,
  type CompactedSession,
  compactSessions,
  type ReadSession,
  SESSION_BUDGET,
} from './compact-sessions.js';
export { acceptStated, entryOf, proposeChanges } from './propose-changes.js';
export { extractChanges } from './extract-changes.js';
export * from './session-changes.js';
