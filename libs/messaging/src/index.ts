export { type Annotations, formatTimings } from './call/annotations.js';
export {
  type MessagingRuntime,
  nextTraceparent,
  parseTraceparent,
  SYSTEM_RUNTIME,
  traceIdOf,
} from './call/messaging.runtime.js';
export type { OperationClientOptions } from './client/carried-operation.client.js';
export type { ConcurrencyLimits } from './dispatch/concurrency.gate.js';
export {
  type CallReport,
  type DispatcherOptions,
  type LimitsOf,
  OperationDispatcher,
  type OperationLoad,
  type OperationTransport,
  type TransportHealth,
} from './dispatch/operation.dispatcher.js';
export type { RequestIssue } from './dispatch/validate-message.js';
export { InProcessBus, type InProcessBusOptions, InProcessOperationClient } from './in-process/in-process.bus.js';
export { NatsOperationTransport, type NatsOperationTransportOptions } from './nats/nats-operation.transport.js';
export { connectNats } from './nats/connect-nats.js';
export type { NatsLink, NatsLinkOptions } from './nats/nats.link.js';
export { NatsOperationClient, type NatsOperationClientOptions } from './nats/nats.operation-client.js';
export { MIN_SIGNING_KEY_BYTES } from './wire/call-signature.js';
export { type HandledOperation, HandlesOperation } from './nest/handles-operation.decorator.js';
export { OperationServer, type OperationServerOptions } from './nest/operation.server.js';
export * from './operation-call.js';
export * from './tracing/trace-port.js';
export type { CallTransport } from './tracing/call-spans.js';
export {
  activeSpanIds,
  type SpanIds,
  spanIdsOf,
  inSpan,
  isTracing,
  type OpenSpan,
  SpanKind,
  type SpanOptions,
  startSpan,
  streamInSpan,
} from './tracing/spans.js';
export { CalleeError } from './wire/message.codec.js';
