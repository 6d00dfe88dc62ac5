export * from './arm/serve-arm.js';
export * from './health.js';
export { serveHealth } from './http/serve-health.js';
export * from './arm/start-arm.js';
export { assertBindable, clientOf, isLoopback } from './http/addresses.js';
export * from './config/common-variables.js';
export { signInVariables } from './config/sign-in-variables.js';
export * from './config/define-config.js';
export * from './config/describe-config.js';
export * from './config/load-config.js';
export { packVariables } from './config/pack-variables.js';
export { describeMisspelt, misspeltVariables } from './config/misspelt-variables.js';
export { commonRetired, describeRetired, retiredVariables } from './config/retired-variables.js';
export { CONFIG_FILE_VARIABLE, readConfigFile } from './config/read-config-file.js';
export * from './config/value-schemas.js';
export * from './config/trusted-folders.js';
export { type Authenticate, type PageSessions, principalOf } from './http/require-admission.js';
export * from './access/edit-keys-file.js';
export * from './access/keys-file.js';
export * from './access/open-authentication.js';
export { RefusedCredentials } from './http/refused-credentials.js';
export { readJsonBody } from './http/read-json-body.js';
export { excessOf } from './http/json-excess.js';
export * from './http/http-door.js';
export { PAGE_POLICY, servePages } from './http/serve-pages.js';
export { EventStream, SSE_COMMENT, type StreamFormat } from './http/event-stream.js';
export {
  type ErrorBody,
  HttpRequestError,
  invalidField,
  requestIdOf,
  sendProblem,
  toArbiterError,
  traceparentOf,
} from './http/send-problem.js';
export { doorLimits, type DoorLimits, USUAL_LIMITS } from './http/door-limits.js';
export * from './http/listen.js';
export { originOf, refuseOtherMethods, serveRequest } from './http/serve-request.js';
export { sessionSecrets } from './session/session-secrets.js';
export { pageSessions } from './session/session-router.js';
export type { SessionsOptions, SignInOptions } from './session/sessions.js';
export * from './random-ids.js';
export * from './lifecycle/process-host.js';
export { describeStartError, misconfigured } from './lifecycle/describe-start-error.js';
export * from './lifecycle/run-app.js';
export * from './logging.js';
export * from './metrics.js';
export { startTracing, type Tracing, type TracingOptions } from './tracing/start-tracing.js';
export type { TracingSettings } from './config/tracing-variables.js';
export * from './version.js';
export { REDACTED, redactUrlCredentials } from './redact.js';
