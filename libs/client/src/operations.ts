import type * as Contracts from '@arbiter/contracts';
import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { ROUTES } from './generated/routes.js';

/** All operations of the contracts, under the names that they are exported by. Types alone: no schema is loaded. */
type Exported = {
  [
    Name in keyof typeof Contracts as (typeof Contracts)[Name] extends AnyOperation ? Name : never
  ]: (typeof Contracts)[Name];
};

/** The operations that an orchestrator serves over HTTP. */
export type OperationKey = keyof typeof ROUTES & keyof Exported;
export type RequestOf<K extends OperationKey> = OperationRequest<Exported[K]>;
export type OutputOf<K extends OperationKey> = OperationOutput<Exported[K]>;
export type EventOf<K extends OperationKey> = OperationEvent<Exported[K]>;
