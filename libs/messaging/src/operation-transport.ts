import type { OperationDispatcher } from './dispatch/operation.dispatcher.js';

export interface TransportHealth {
  /** `nats`, `in-process`. */
  readonly transport: string;
  /** Whether a call sent now would get here. */
  readonly healthy: boolean;
  /** For people: where it listens, or what is wrong. */
  readonly detail: string;
}

/**
 * A door through which calls reach a dispatcher. Shutdown is in three steps, so that calls inside can finish:
 * `stopAccepting`, then the dispatcher's `drain`, then `close`.
 */
export interface OperationTransport {
  /** Resolves once a call to any operation of the dispatcher would arrive. */
  start(dispatcher: OperationDispatcher): Promise<void>;
  /** No new call comes in; those inside go on and are answered. */
  stopAccepting(): Promise<void>;
  /** Resolves once the answers of the calls that were inside have left. */
  close(): Promise<void>;
  health(): TransportHealth;
}
