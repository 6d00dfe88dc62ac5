// Preloaded into every process that runs specs (jest.config.mjs).
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { failOutside, takeOutside } from './outside.mjs';
import { startMeasuring } from './spec-costs.mjs';

const REQUEST = 'jest-light-runner-get-worker-data';
const REPLY = 'jest-light-runner-worker-data';

// Threads that a spec starts are those of users: they run what is built.
if (isMainThread) {
  register('./hooks.mjs', import.meta.url);
  if (process.send) wrapMessages();
}

/**
 * jest-light-runner 0.7.13 sends its settings to all workers as soon as one asks, and to nobody after that. A worker that
 * starts more slowly would miss them, ask, and wait for ever. So they are kept, and given to it when it asks.
 *
 * A worker runs one spec file at a time, from the message that names it to the one with its result. What it cost in between
 * goes along with the result (test-counts.reporter.mjs prints it), and a logic spec fails that reached outside of its process.
 */
function wrapMessages() {
  const send = process.send.bind(process);
  let reply;
  let costs;
  const emit = process.emit.bind(process);
  // No listener: with the first one, messages are delivered, and those who listen later miss them.
  process.emit = (event, message, ...rest) => {
    if (event === 'message' && message?.type === REPLY) reply = message;
    if (event === 'message' && message?.source === 'port') costs = startMeasuring();
    return emit(event, message, ...rest);
  };
  process.send = (message, ...rest) => {
    if (message?.result?.perfStats) {
      const outside = takeOutside();
      Object.assign(message.result.perfStats, costs?.(), { outside });
      failOutside(message.result, outside);
    }
    if (message !== REQUEST || !reply) return send(message, ...rest);
    process.nextTick(() => process.emit('message', reply));
    return true;
  };
}
