import type { PageSessions } from '../http/require-admission.js';
import { sessionRouter } from './session-router.js';
import { Sessions, type SessionsOptions } from './sessions.js';

/** Sessions of browsers with their routes, for a door. */
export function pageSessions(options: SessionsOptions): PageSessions {
  const sessions = new Sessions(options);
  return {
    headersOf: (req) => sessions.headersOf(req),
    routes: (admission) => sessionRouter(sessions, admission),
  };
}
