import type { AnyOperation } from '@arbiter/contracts';
import type { Attributes } from '@opentelemetry/api';
import { isTracing, type OpenSpan, SpanKind, startSpan } from './spans.js';

/** `nats`, `in-process`, `http`: by which way a call goes. */
export type CallTransport = 'nats' | 'in-process' | 'http';

/** The span of a caller; begins before the first attempt and ends with the last. @returns null where nothing is traced */
export function startClientSpan(
  operation: AnyOperation,
  transport: CallTransport | undefined,
  traceparent: string | undefined,
): OpenSpan | null {
  if (!isTracing()) return null;
  return startSpan(operation.name, {
    kind: SpanKind.CLIENT,
    traceparent,
    preferActive: true,
    attributes: { ...operationAttributes(operation), ...messagingAttributes(operation, transport, 'send') },
  });
}

/** The span of whoever serves a call, until it is answered. @returns null where nothing is traced */
export function startServerSpan(
  operation: AnyOperation,
  transport: CallTransport | undefined,
  traceparent: string | undefined,
): OpenSpan | null {
  if (!isTracing()) return null;
  return startSpan(operation.name, {
    kind: SpanKind.SERVER,
    traceparent,
    attributes: { ...operationAttributes(operation), ...messagingAttributes(operation, transport, 'process') },
  });
}

/** Semantic conventions for remote procedure calls. */
function operationAttributes({ name, arm }: AnyOperation): Attributes {
  return { 'rpc.system': 'arbiter', 'rpc.service': arm, 'rpc.method': name.slice(arm.length + 1) };
}

/** Semantic conventions for messaging, where a message carries the call. */
function messagingAttributes(
  { subject, arm }: AnyOperation,
  transport: CallTransport | undefined,
  type: 'send' | 'process',
): Attributes {
  if (transport !== 'nats') return transport === undefined ? {} : { 'network.transport': 'pipe' };
  return {
    'messaging.system': 'nats',
    'messaging.operation.name': type === 'send' ? 'request' : 'reply',
    'messaging.operation.type': type,
    'messaging.destination.name': subject,
    ...(type === 'process' && { 'messaging.consumer.group.name': arm }),
  };
}
