export { apiKeyAuthentication, type Authenticate } from './authenticate.js';
export * from './body-limit.js';
export * from './http-door.js';
export { HttpRequestError, invalidField } from './http-error.js';
export { doorLimits, USUAL_LIMITS, type DoorLimits } from './limits/door-limits.js';
export * from './listen.js';
export {
  mountOperationRoutes,
  type OperationRoutesOptions,
} from './mount-operation-routes.js';
export { readJsonBody } from './read-json-body.js';
export { requestDeadline } from './request-deadline.js';
export { ProblemFilter } from './problem.filter.js';
export { requestIdOf, traceparentOf } from './request-identity.js';
export { principalOf } from './require-admission.js';
export { sendProblem, toArbiterError } from './send-problem.js';
