import { ArbiterError, CONSOLE_SESSION_PATH, type ConsoleSession, ConsoleSignIn } from '@arbiter/contracts';
import { type Response, Router } from 'express';
import { readJsonBody } from '../http/read-json-body.js';
import { admit, type Admission, type PageSessions, principalOf } from '../http/require-admission.js';
import { invalidField } from '../http/send-problem.js';
import { Sessions, type SessionsOptions } from './sessions.js';
import { signInRouter } from './sign-in-router.js';

const BODY_LIMIT = 16 * 1_024;

/** Sessions of browsers with their routes, for a door. */
export function pageSessions(options: SessionsOptions): PageSessions {
  const sessions = new Sessions(options);
  return {
    headersOf: (req) => sessions.headersOf(req),
    routes: (admission) => sessionRouter(sessions, admission),
  };
}

/** Serves {@link CONSOLE_SESSION_PATH} and the sign-in at a provider, to whom nobody has let in yet. */
function sessionRouter(sessions: Sessions, admission: Admission): Router {
  const router = Router({ caseSensitive: true });
  const { authenticate } = admission;
  const { signIn, takesKeys, publicUrl = null } = sessions.options;
  router.use('/v1/console', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  if (signIn && authenticate) router.use(signInRouter(sessions, signIn, authenticate));

  /** Nobody; where there are no keys, anybody. */
  const unknown: ConsoleSession = {
    isOpen: authenticate === undefined,
    isSignedIn: false,
    name: null,
    role: authenticate ? null : 'admin',
    tenant: null,
    expiresAt: null,
    means: [...(takesKeys ? ['key' as const] : []), ...(signIn ? ['oidc' as const] : [])],
    publicUrl,
  };
  const known = (res: Response, end: number | null): ConsoleSession => {
    const { name, role, tenant } = principalOf(res) ?? { name: null, role: 'admin', tenant: null };
    return {
      ...unknown,
      isSignedIn: true,
      name,
      role,
      tenant,
      expiresAt: end === null ? null : new Date(end).toISOString(),
    };
  };

  router
    .route(CONSOLE_SESSION_PATH)
    .get(async (req, res) => {
      try {
        await admit(req, res, admission);
        res.json(authenticate ? known(res, await sessions.endOf(req)) : unknown);
      } catch (thrown) {
        if (!authenticate || !isRefusal(thrown)) throw thrown;
        res.json(unknown);
      }
    })
    .post(async (req, res) => {
      sessions.assertOwnPage(req);
      if (!authenticate) {
        res.json(unknown);
        return;
      }
      const signingIn = ConsoleSignIn.safeParse(await readJsonBody(req, BODY_LIMIT));
      if (!signingIn.success) throw invalidField('key', 'must be a key of this server, as text');
      const { key } = signingIn.data;
      res.locals.principal = await authenticate({ 'x-api-key': key });
      res.json(known(res, await sessions.begin(res, key)));
    })
    .delete((req, res) => {
      sessions.assertOwnPage(req);
      sessions.end(res);
      res.status(204).end();
    });
  return router;
}

/** Of who asks, not of the server: an issuer that is away says nothing about anybody. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ArbiterError && (thrown.code === 'UNAUTHENTICATED' || thrown.code === 'FORBIDDEN');
}
