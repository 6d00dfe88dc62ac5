import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { ANSWER_APP_URI, readAnswerApp } from '../app/answer-app.js';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { readDocumentResource } from './read-document.js';
import { readEntityResource } from './read-entity.js';
import { isSessionUri, readSessionResource } from './read-session.js';
import { isEntityUri } from './resource-uris.js';

/** @throws ProtocolError as the readers of each kind */
export function readResource(uri: string, caller: OperationCaller, options: CallOptions): Promise<ReadResourceResult> {
  if (uri === ANSWER_APP_URI) return Promise.resolve(readAnswerApp());
  if (isSessionUri(uri)) return readSessionResource(uri, caller, options);
  return isEntityUri(uri) ? readEntityResource(uri, caller, options) : readDocumentResource(uri, caller, options);
}
