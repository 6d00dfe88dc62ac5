import { ArbiterError, getSession, SessionId, shownValue } from '@arbiter/contracts';
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-calls.js';

const SCHEME = 'context://';

export const SESSION_URI_TEMPLATE = `${SCHEME}{sessionId}`;
export const SESSION_MIME_TYPE = 'application/json';
/** Messages that a reading holds, the newest: as many as the operation gives. */
const MESSAGES = 1_000;

export function isSessionUri(uri: string): boolean {
  return uri.startsWith(SCHEME);
}

/** Where a session is read. Its id needs no escapes. */
export function formatSessionUri(sessionId: string): string {
  return SCHEME + sessionId;
}

/**
 * The messages of a session, oldest first, as `orchestrator.get-session` gives them.
 *
 * @throws ResourceNotFoundError for what is no session of the caller
 */
export async function readSessionResource(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const id = SessionId.safeParse(uri.slice(SCHEME.length));
  if (!id.success) throw unknown(uri);
  try {
    const session = await caller.request(getSession, { sessionId: id.data, limit: MESSAGES }, options);
    return { contents: [{ uri, mimeType: SESSION_MIME_TYPE, text: JSON.stringify(shownValue(session), null, 2) }] };
  } catch (error) {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') throw unknown(uri);
    throw error;
  }
}

function unknown(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `There is no session at ${uri}.`);
}
