/** Names of what is a secret in any input: headers of a request, keys of a service. Letters alone, in lower case. */
const SECRETS = new Set([
  'accesstoken',
  'apikey',
  'authorization',
  'cookie',
  'password',
  'proxyauthorization',
  'secret',
  'setcookie',
  'xapikey',
]);

const REDACTED = '[redacted]';

/** @returns the value without what stands under the name of a secret; a new one where there is any */
export function redact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRETS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')) ? REDACTED : redact(item),
    ]),
  );
}
