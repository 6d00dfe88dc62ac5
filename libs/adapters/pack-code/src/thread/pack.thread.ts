import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ThreadSettings, ToThread } from '../thread-protocol.js';
import { loadCode } from './load-code.js';
import { ToolHost } from './tool-host.js';

/** What cannot be cloned is the fault of the tool whose message it is. */
function send(message: FromThread): void {
  try {
    parentPort?.postMessage(message);
  } catch (error) {
    if (!('id' in message)) throw error;
    const what = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({
      type: 'failed',
      id: message.id,
      error: { code: 'INTERNAL', message: `What comes of it is not plain JSON: ${what}` },
    } satisfies FromThread);
  }
}

const host = new ToolHost(send);
const { tools, parsers, described, problems } = await loadCode(workerData as ThreadSettings, host.library);
host.tools = tools;
host.parsers = parsers;
parentPort?.on('message', (message: ToThread) => host.receive(message));
send({ type: 'loaded', tools: [...described], problems: [...problems] });
