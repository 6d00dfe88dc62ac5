import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { readDocumentResource } from './read-document.js';
import { readEntityResource } from './read-entity.js';
import { isSessionUri, readSessionResource } from './read-session.js';
import { isEntityUri } from './resource-uris.js';

/** @throws ProtocolError as the readers of each kind */
export function readResource(uri: string, caller: OperationCaller, options: CallOptions): Promise<ReadResourceResult> {
  if (isSessionUri(uri)) return readSessionResource(uri, caller, options);
  return isEntityUri(uri) ? readEntityResource(uri, caller, options) : readDocumentResource(uri, caller, options);
}
