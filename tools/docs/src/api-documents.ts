import {
  buildOpenApi,
  GATEWAY_OPERATIONS,
  operationsOf,
  type AnyOperation,
  type OpenApiDocument,
} from '@arbiter/contracts';
import { ARBITER_VERSION } from '@arbiter/platform';

/** An address that clients outside talk to, and the file that describes it. */
export interface PublishedDoor {
  readonly path: string;
  /** As the running server titles its document. */
  readonly title: string;
  readonly operations: readonly AnyOperation[];
}

export const ORCHESTRATOR_DOOR: PublishedDoor = {
  path: 'docs/api/openapi.json',
  title: 'Arbiter',
  operations: [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS],
};

export const RETRIEVER_DOOR: PublishedDoor = {
  path: 'docs/api/retriever.json',
  title: 'Arbiter retriever arm',
  operations: operationsOf('retriever'),
};

/** The OpenAPI document that the door serves at `/openapi.json`. */
export function openApiOf({ title, operations }: PublishedDoor): OpenApiDocument {
  return buildOpenApi(operations, { title, version: ARBITER_VERSION });
}
