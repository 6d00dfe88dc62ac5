// Preloaded into every process that runs specs (jest.preset.mjs).
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Threads that a spec starts are those of users: they run what is built.
if (isMainThread) register('./hooks.mjs', import.meta.url);
