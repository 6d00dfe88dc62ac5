export { answerRequests, askOwner } from './answer-requests.js';
export { BoundedThread, type ThreadLimits } from './bounded-thread.js';
