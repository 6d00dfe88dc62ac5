import { parentPort, workerData } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import type { RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { documentParsers } from '../document-parsers.js';
import { parseDocument } from '../parse-document.js';
import type { ThreadReply, ThreadRequest, ThreadSettings } from './parser-thread.js';

const { maxRecognisedPages } = workerData as ThreadSettings;
/** Hands pictures to the process: networks in threads of this one would take the process with them when it is terminated. */
const recogniser: TextRecogniser = {
  name: 'process',
  health: () => Promise.resolve({ ok: true, detail: '' }),
  recognise: ({ width, height, pixels }) => {
    // Copied out of whatever holds it, then handed over.
    const own = new Uint8Array(pixels);
    parentPort?.postMessage({ type: 'recognise', picture: { width, height, pixels: own } } satisfies ThreadReply, [
      own.buffer,
    ]);
    return new Promise<readonly RecognisedLine[]>((resolve, reject) => {
      // One page of one document at a time.
      parentPort?.once('message', (answer: Extract<ThreadRequest, { type: string }>) => {
        if (answer.type === 'recognised') resolve(answer.lines);
        else reject(new ArbiterError(answer.code, answer.message));
      });
    });
  },
  close: () => Promise.resolve(),
};
const parsers = documentParsers(maxRecognisedPages > 0 ? { recogniser, maxPages: maxRecognisedPages } : null);
/** Never aborted: the caller terminates the thread instead. */
const { signal } = new AbortController();

parentPort?.on('message', (request: ThreadRequest) => {
  if ('type' in request) return;
  const { name, bytes, language } = request;
  void parseDocument({ name, bytes, language, signal }, parsers).then(
    (document) => reply({ type: 'read', document }),
    (thrown: unknown) => {
      const { code, message, details } = ArbiterError.from(thrown);
      reply({ type: 'failed', code, message, details, cause: thrown instanceof Error ? (thrown.stack ?? '') : '' });
    },
  );
});

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}
