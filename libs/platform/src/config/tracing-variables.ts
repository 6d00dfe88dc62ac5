import { type ConfigValues, variable } from './define-config.js';
import { decimalNumber, text, urlWithoutCredentials } from './value-schemas.js';

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
    description: 'Collector of spans, as OTLP over HTTP below `/v1/traces`. Without it nothing is traced.',
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
  otelResourceAttributes: variable({
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    schema: text().regex(PAIRS),
    values: 'name=value, several separated by commas, values percent-encoded',
    description: 'Attributes of this process in traces, such as `deployment.environment.name=production`.',
    common: true,
  }),
  otelSamplerRatio: variable({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    schema: decimalNumber(0, 1),
    default: 1,
    description: 'Share of traces that begin here which are recorded.',
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
