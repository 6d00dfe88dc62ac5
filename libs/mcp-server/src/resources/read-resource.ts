import { getDocumentText, getSession, SessionId, shownText, shownValue } from '@arbiter/contracts';
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { ANSWER_APP_URI, readAnswerApp } from '../app/answer-app.js';
import type { Library } from '../library.js';
import { DOCUMENT_MIME_TYPE, JSON_MIME_TYPE, SESSION_SCHEME } from './list-resources.js';
import { documentAt } from './read-document.js';
import { readEntities } from './read-entity.js';
import { parseEntityUri } from './resource-uris.js';

/** Messages that a reading holds, the newest: as many as the operation gives. */
const MESSAGES = 1_000;

/**
 * Documents are their stored, normalised text as it may be shown: the offsets of citations count in it. Sessions are their
 * messages, oldest first, as `orchestrator.get-session` gives them.
 *
 * @throws ResourceNotFoundError for what is not there, or not for the caller; ArbiterError INVALID_REQUEST when several
 *   documents have the path, naming their exact addresses
 */
export async function readResource(uri: string, library: Library): Promise<ReadResourceResult> {
  if (uri === ANSWER_APP_URI) return readAnswerApp();
  const entity = parseEntityUri(uri);
  const contents = entity
    ? await readEntities(entity, library)
    : uri.startsWith(SESSION_SCHEME)
      ? await readSession(uri, library)
      : await readDocument(uri, library);
  if (contents.length === 0) throw new ResourceNotFoundError(uri, `There is nothing at ${uri}.`);
  return { contents };
}

type Contents = ReadResourceResult['contents'];

async function readDocument(uri: string, library: Library): Promise<Contents> {
  const document = await documentAt(uri, library);
  if (!document) return [];
  const { text } = await library.ask(getDocumentText, { documentId: document.id });
  return [{ uri, mimeType: DOCUMENT_MIME_TYPE, text: shownText(text) }];
}

async function readSession(uri: string, library: Library): Promise<Contents> {
  const { data: sessionId } = SessionId.safeParse(uri.slice(SESSION_SCHEME.length));
  const session = sessionId === undefined ? null : await library.find(getSession, { sessionId, limit: MESSAGES });
  return session ? [{ uri, mimeType: JSON_MIME_TYPE, text: JSON.stringify(shownValue(session), null, 2) }] : [];
}
