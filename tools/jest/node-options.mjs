// Options that reach the processes in which jest runs specs, and nothing that specs start: programs are those of users.
import { noteOutside } from './outside.mjs';

const BEFORE = 'ARBITER_NODE_OPTIONS_BEFORE_JEST';

/** @param {string} url of the module that every process loads first */
export function preload(url) {
  const { NODE_OPTIONS = '' } = process.env;
  process.env[BEFORE] ??= NODE_OPTIONS;
  process.env.NODE_OPTIONS = `${process.env[BEFORE]} --import ${url}`.trim();
}

/** Jest calls it in each of these processes, before the first spec and after what the runner itself starts. */
export default function beginProcess() {
  noteOutside();
  const { [BEFORE]: before } = process.env;
  if (before === undefined) return;
  delete process.env[BEFORE];
  if (before === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
}
