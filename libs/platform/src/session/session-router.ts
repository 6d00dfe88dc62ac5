import { ArbiterError, CONSOLE_SESSION_PATH, type ConsoleSession, ConsoleSignIn } from '@arbiter/contracts';
import { type Response, Router } from 'express';
import { readJsonBody } from '../http/read-json-body.js';
import { admit, type Admission, principalOf } from '../http/require-admission.js';
import { HttpRequestError, invalidField, sendProblem } from '../http/send-problem.js';
import { answered } from './answered.js';
import type { SealedSession, Sessions } from './sessions.js';
import { signInRouter } from './sign-in-router.js';

const BODY_LIMIT = 16 * 1_024;
const ALLOW = 'GET, HEAD, POST, DELETE';

/** Serves {@link CONSOLE_SESSION_PATH} and the sign-in at a provider, to whom nobody has let in yet. */
export function sessionRouter(sessions: Sessions, admission: Admission): Router {
  const router = Router({ caseSensitive: true });
  const { authenticate } = admission;
  const { signIn } = sessions.options;
  if (signIn && authenticate) router.use(signInRouter(sessions, signIn, authenticate));

  router.get(
    CONSOLE_SESSION_PATH,
    answered(async (req, res) => {
      try {
        await admit(req, res, admission);
      } catch (thrown) {
        if (!authenticate || !isRefusal(thrown)) throw thrown;
        sendSession(res, nobody(sessions));
        return;
      }
      sendSession(res, authenticate ? somebody(res, sessions.sessionOf(req), sessions) : anybody(sessions));
    }),
  );

  router.post(
    CONSOLE_SESSION_PATH,
    answered(async (req, res) => {
      sessions.assertOwnPage(req);
      if (!authenticate) {
        sendSession(res, anybody(sessions));
        return;
      }
      const { key } = parseSignIn(await readJsonBody(req, BODY_LIMIT));
      res.locals.principal = await authenticate({ 'x-api-key': key });
      sendSession(res, somebody(res, sessions.begin(res, key), sessions));
    }),
  );

  router.delete(
    CONSOLE_SESSION_PATH,
    answered((req, res) => {
      sessions.assertOwnPage(req);
      sessions.end(res);
      res.status(204).end();
    }),
  );

  router.all(CONSOLE_SESSION_PATH, (req, res) => {
    sendProblem(res, new HttpRequestError(405, `${req.method} is not possible here, only ${ALLOW}.`, { Allow: ALLOW }));
  });
  return router;
}

/** Of who asks, not of the server: an issuer that is away says nothing about anybody. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ArbiterError && (thrown.code === 'UNAUTHENTICATED' || thrown.code === 'FORBIDDEN');
}

function parseSignIn(body: unknown): ConsoleSignIn {
  const parsed = ConsoleSignIn.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidField('key', 'must be a key of this server, as text');
}

function sendSession(res: Response, session: ConsoleSession): void {
  res.json(session);
}

function nobody({ means, options }: Sessions): ConsoleSession {
  const unknown = { name: null, role: null, tenant: null, expiresAt: null };
  return { isOpen: false, isSignedIn: false, ...unknown, means, publicUrl: options.publicUrl ?? null };
}

/** Where there are no keys. */
function anybody(sessions: Sessions): ConsoleSession {
  return { ...nobody(sessions), isOpen: true, role: 'admin' };
}

function somebody(res: Response, session: SealedSession | null, sessions: Sessions): ConsoleSession {
  const { name, role, tenant } = principalOf(res) ?? { name: null, role: 'admin', tenant: null };
  const expiresAt = session && new Date(session.expiresAt).toISOString();
  return { ...nobody(sessions), isSignedIn: true, name, role, tenant, expiresAt };
}
