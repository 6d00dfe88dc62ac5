import { z } from 'zod';
import { type ConfigValues, variable } from './define-config.js';
import { decimalNumber, flag, text, urlWithoutCredentials } from './value-schemas.js';

/** Samplers of the specification that need no further service. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Pairs as W3C Baggage writes them: `name=value,name=value`, values percent-encoded. */
const PAIRS = /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/;

/**
 * Where traces go. Names and meanings are those of the OpenTelemetry specification
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export const tracingVariables = {
  otlpEndpoint: variable({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL such as http://127.0.0.1:4318',
    description:
      'Collector that spans are sent to as OTLP over HTTP, below `/v1/traces`. Without it nothing is traced, and the SDK is not loaded.',
    common: true,
  }),
  otlpHeaders: variable({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    schema: text().regex(PAIRS),
    values: 'name=value, several separated by commas, values percent-encoded',
    description: 'Headers for the collector, such as its key.',
    secret: true,
    common: true,
  }),
  otelServiceName: variable({
    env: 'OTEL_SERVICE_NAME',
    schema: text(),
    description: 'Name of this process in traces. Unless it is set, the arm: `retriever-arm`.',
    common: true,
  }),
  otelResourceAttributes: variable({
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    schema: text().regex(PAIRS),
    values: 'name=value, several separated by commas, values percent-encoded',
    description: 'Further attributes of this process in traces, such as `deployment.environment.name=production`.',
    common: true,
  }),
  otelSampler: variable({
    env: 'OTEL_TRACES_SAMPLER',
    schema: z.enum(SAMPLERS),
    default: 'parentbased_traceidratio',
    description: 'Which traces are recorded; `parentbased_…` follows the decision that a caller made.',
    common: true,
  }),
  otelSamplerRatio: variable({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    schema: decimalNumber(0, 1),
    default: 1,
    description: 'Share of traces that the samplers with a ratio record.',
    common: true,
  }),
  otelDisabled: variable({
    env: 'OTEL_SDK_DISABLED',
    schema: flag(),
    default: false,
    description: 'Turns tracing off, whatever the other variables say.',
    common: true,
  }),
};

export type TracingSettings = ConfigValues<typeof tracingVariables>;

/** @returns the pairs of a setting such as `name=value,name=value`, decoded where the value is percent-encoded */
export function readPairs(setting: string | undefined): Readonly<Record<string, string>> {
  if (setting === undefined) return {};
  return Object.fromEntries(
    setting.split(',').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Many write keys as they are, though the specification wants them encoded.
    return value;
  }
}
