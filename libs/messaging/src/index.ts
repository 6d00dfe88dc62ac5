export type { Annotations } from './call/annotations.js';
export { formatTimings } from './call/format-timings.js';
export { SYSTEM_RUNTIME, type MessagingRuntime } from './call/messaging.runtime.js';
export { nextTraceparent, traceIdOf } from './call/trace-context.js';
export type { OperationClientOptions } from './client/carried-operation.client.js';
export type { ConcurrencyLimits } from './dispatch/concurrency.gate.js';
export {
  OperationDispatcher,
  type CallReport,
  type DispatcherOptions,
  type LimitsOf,
  type OperationLoad,
} from './dispatch/operation.dispatcher.js';
export type { RequestIssue } from './dispatch/validate-message.js';
export { InProcessBus, type InProcessBusOptions } from './in-process/in-process.bus.js';
export { InProcessOperationClient } from './in-process/in-process.operation-client.js';
export { NatsOperationTransport, type NatsOperationTransportOptions } from './nats/nats-operation.transport.js';
export { connectNats } from './nats/connect-nats.js';
export type { NatsLink, NatsLinkOptions } from './nats/nats.link.js';
export { NatsOperationClient, type NatsOperationClientOptions } from './nats/nats.operation-client.js';
export {
  type HandledOperation,
  HandlesOperation,
  OperationCtx,
  OperationPayload,
} from './nest/handles-operation.decorator.js';
export { OperationServer, type OperationServerOptions } from './nest/operation.server.js';
export * from './operation-call.js';
export type { OperationTransport, TransportHealth } from './operation-transport.js';
