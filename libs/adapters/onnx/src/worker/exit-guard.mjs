/**
 * Keeps a thread from being torn down in the middle of native code. Node stops worker threads when the process exits;
 * onnxruntime-node then throws into an environment that is gone and aborts the whole process (exit code 134). So the
 * thread says when it is inside native code, and the process waits, at exit, until it is not.
 */

const ENTERED = 0;
const LEAVING = 1;

/** Longer than any batch on a busy machine; then the process goes all the same. */
const LONGEST_WAIT_MS = 10_000;

/** @returns {SharedArrayBuffer} one flag per side */
export function createExitGuard() {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * For the thread that is waited for. After the wait has begun, nothing may enter any more: the returned promise then
 * stays open for ever, in a thread that is about to be stopped.
 *
 * @template T
 * @param {SharedArrayBuffer} guard
 * @param {() => Promise<T>} work native code
 * @returns {Promise<T>}
 */
export async function guarded(guard, work) {
  const flags = new Int32Array(guard);
  Atomics.store(flags, ENTERED, 1);
  // Stored before it is read, on both sides: whoever comes second sees the other.
  if (Atomics.load(flags, LEAVING) === 1) {
    leave(flags);
    return new Promise(() => undefined);
  }
  try {
    return await work();
  } finally {
    leave(flags);
  }
}

/**
 * For the thread that exits: makes the end of the process wait for native code.
 *
 * @param {SharedArrayBuffer} guard
 * @returns {() => void} takes the listener away again
 */
export function waitAtExit(guard) {
  const flags = new Int32Array(guard);
  const wait = () => {
    Atomics.store(flags, LEAVING, 1);
    Atomics.wait(flags, ENTERED, 1, LONGEST_WAIT_MS);
  };
  process.on('exit', wait);
  return () => void process.off('exit', wait);
}

/** @param {Int32Array<SharedArrayBuffer>} flags */
function leave(flags) {
  Atomics.store(flags, ENTERED, 0);
  Atomics.notify(flags, ENTERED);
}
