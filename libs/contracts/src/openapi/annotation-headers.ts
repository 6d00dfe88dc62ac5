import { annotationHeader, MAX_ANNOTATION_LENGTH, TIMING_ANNOTATION } from '../operation/annotations.js';
import type { AnyOperation } from '../operation/define-operation.js';
import { HTTP_HEADERS } from './http-protocol.js';
import type { JsonSchema, ResponseObject } from './openapi-document.js';

const VALUE: JsonSchema = { type: 'string', maxLength: MAX_ANNOTATION_LENGTH };

/** The headers of a success in which an operation's annotations travel; none where it declares none. */
export function annotationHeaders({ annotations = {} }: AnyOperation): Pick<ResponseObject, 'headers'> {
  const headers = Object.entries(annotations).map(
    ([name, description]) => [annotationHeader(name), { description, schema: VALUE }] as const,
  );
  if (headers.length === 0) return {};
  const timing = annotations[TIMING_ANNOTATION];
  const serverTiming =
    timing === undefined ? {} : { [HTTP_HEADERS.serverTiming]: { description: timing, schema: VALUE } };
  return { headers: { ...Object.fromEntries(headers), ...serverTiming } };
}

/** The same on the last message of a stream, whose headers left before anything was known. */
export function annotationsSchema({ annotations = {} }: AnyOperation): JsonSchema | undefined {
  const entries = Object.entries(annotations);
  if (entries.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, description]) => [name, { ...VALUE, description }])),
    additionalProperties: false,
  };
}
