import { MIN_SIGNING_KEY_BYTES } from '@arbiter/messaging';
import { z } from 'zod';
import { isAddressOrNetwork, REQUESTS_PER_MINUTE } from '../http/door-limits.js';
import { isOrigin } from '../http/response-headers.js';
import { accessVariables } from './access-variables.js';
import { LOG_LEVELS } from '../logging.js';
import { variable } from './define-config.js';
import { tracingVariables } from './tracing-variables.js';
import { commaList, flag, portNumber, text, urlOf, wholeNumber } from './value-schemas.js';

/** Shortest key that is worth having: 16 random characters of base64 hold 96 bits. */
const MIN_KEY_LENGTH = 16;

function isSigningKey(key: string): boolean {
  return Buffer.byteLength(key) >= MIN_SIGNING_KEY_BYTES;
}

const MOST_REQUESTS = 1_000_000;

/** Calls of a search or a step of a plan end within it; a written answer may need more. */
export const DEFAULT_DRAIN_SECONDS = 10;
const MOST_DRAIN_SECONDS = 3_600;

/** Port of an arm that clients do not call. Its process has no other, so all such arms read one variable. */
export function armPortVariable(port: number) {
  return variable({
    env: 'ARM_PORT',
    schema: portNumber(),
    default: port,
    description: 'Port of a planner, a validator or a worker, each by itself, for health and metrics.',
  });
}

/** Variables that every app has; spread them into `variables`. */
export const commonVariables = {
  dataDir: variable({
    env: 'ARBITER_DATA_DIR',
    schema: text(),
    default: '.arbiter',
    values: 'path of a folder',
    description: 'Where documents, indexes, jobs and sessions are kept.',
    common: true,
  }),
  natsUrl: variable({
    env: 'NATS_URL',
    schema: urlOf('nats', 'tls', 'ws', 'wss'),
    values: 'URL such as nats://127.0.0.1:4222',
    description: 'The broker over which the arms talk.',
    common: true,
  }),
  natsSigningKeys: variable({
    env: 'NATS_SIGNING_KEY',
    schema: commaList().pipe(z.array(z.string().refine(isSigningKey)).min(1)),
    values: `at least ${MIN_SIGNING_KEY_BYTES} bytes without commas; several, separated by commas, while one is replaced`,
    description:
      'Key that all arms share: calls over the broker are signed with the first, and refused unless with any. Clocks must agree within a minute.',
    secret: true,
    common: true,
  }),
  logLevel: variable({
    env: 'LOG_LEVEL',
    schema: z.enum(LOG_LEVELS),
    default: 'info',
    description: 'The least severe message that is logged.',
    common: true,
  }),
  // Not HOST: some shells and build environments export that with the name of the machine.
  host: variable({
    env: 'ARBITER_HOST',
    schema: text(),
    default: '127.0.0.1',
    values: 'IP address or host name',
    description: 'Address to listen on. Any but a loopback address needs a key or OIDC_ISSUER.',
    common: true,
  }),
  apiKey: variable({
    env: 'ARBITER_API_KEY',
    schema: z
      .string()
      .min(MIN_KEY_LENGTH)
      .regex(/^[\x21-\x7e]+$/),
    values: `at least ${MIN_KEY_LENGTH} visible ASCII characters`,
    description: 'Key of the operator, which reaches everything.',
    secret: true,
    common: true,
  }),
  drainSeconds: variable({
    env: 'DRAIN_SECONDS',
    schema: wholeNumber(0, MOST_DRAIN_SECONDS),
    default: DEFAULT_DRAIN_SECONDS,
    description: 'Seconds that running calls may go on after SIGTERM. Kill the process no sooner than 10 s later.',
    common: true,
  }),
  ...accessVariables,
  requestsPerMinute: variable({
    env: 'HTTP_REQUESTS_PER_MINUTE',
    schema: wholeNumber(0, MOST_REQUESTS),
    description: `Requests of one address (IPv6: its first 64 bits) or named key in a minute; more get 429. A wrong key counts as ten. 0: any number, also at once. Unless it is set, ${REQUESTS_PER_MINUTE}, and any number for programs on this machine.`,
    common: true,
  }),
  allowedOrigins: variable({
    env: 'HTTP_ALLOWED_ORIGINS',
    schema: commaList().refine((members) => members.every(isOrigin)),
    default: [],
    values: 'comma-separated list of origins such as https://console.example',
    description: 'Origins whose web pages may ask from a browser (CORS). `*` is not possible.',
    common: true,
  }),
  trustedProxies: variable({
    env: 'HTTP_TRUSTED_PROXIES',
    schema: commaList().refine((members) => members.every(isAddressOrNetwork)),
    default: [],
    values: 'comma-separated list of addresses and networks such as 10.0.0.0/8',
    description: 'Reverse proxies: a client is whom their `X-Forwarded-For` names.',
    common: true,
  }),
  ...tracingVariables,
};

/** Whether an arm that is asked questions logs them; published for the retriever. */
export const logQueriesVariable = variable({
  env: 'LOG_QUERIES',
  schema: flag(),
  default: false,
  description: 'Whether questions are logged as they were asked.',
  common: true,
  publishedIn: 'retriever_arm',
});

/** What models cost, for whoever reckons what was spent or may be. */
export const modelPricesVariable = variable({
  env: 'MODEL_PRICES',
  schema: text(),
  values: 'path of a JSON file, or the JSON itself',
  description:
    'What models cost per million tokens ([replay](guides/replay.md#what-it-cost)), also that of `EMBEDDING_MODEL`.',
  common: true,
});
