/** An entry of its own: it is loaded before anything else. */
export { startThreadsEarly } from '@arbiter/adapters-onnx/start-thread';
