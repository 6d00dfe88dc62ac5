import { parentPort, workerData } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { documentParsers, type RecognitionSettings } from '../document-parsers.js';
import { parseDocument } from '../parse-document.js';
import type { ThreadReply, ThreadRequest } from './parser-thread.js';

const parsers = documentParsers(workerData as RecognitionSettings | null);
/** Never aborted: the caller terminates the thread instead. */
const { signal } = new AbortController();

parentPort?.on('message', ({ name, bytes, language }: ThreadRequest) => {
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
