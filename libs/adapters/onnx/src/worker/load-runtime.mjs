import { guarded } from './exit-guard.mjs';

/**
 * ONNX Runtime, loaded by the first call.
 *
 * @param {SharedArrayBuffer} guard
 * @returns {Promise<typeof import('onnxruntime-node')>} rejects on a platform without its binary
 */
export function loadRuntime(guard) {
  // From version 1.29 on, ONNX Runtime gives each machine an id and reports models and runs to Microsoft unless this
  // stands in the environment when it is loaded (microsoft/onnxruntime#27379). Nothing leaves a machine from here.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  // Not a static import: on a platform without its binary this throws, and that deserves a sentence.
  return guarded(guard, async () => (await import('onnxruntime-node')).default);
}
