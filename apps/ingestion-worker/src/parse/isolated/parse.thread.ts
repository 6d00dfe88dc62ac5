import { workerData } from 'node:worker_threads';
import { answerRequests, askOwner } from '@arbiter/adapter-kit/threads';
import type { RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { documentParsers } from '../document-parsers.js';
import { parseDocument } from '../parse-document.js';
import type { ParserThreadRequest, ParserThreadSettings } from './parser-thread.js';

const { maxRecognisedPages: maxPages } = workerData as ParserThreadSettings;
/** Hands pictures to the process: networks in threads of this one would take the process with them when it is terminated. */
const recogniser: TextRecogniser = {
  name: 'process',
  health: () => Promise.resolve({ ok: true, detail: '' }),
  recognise: ({ width, height, pixels }) => {
    // Copied out of whatever holds it, then handed over.
    const own = new Uint8Array(pixels);
    return askOwner<readonly RecognisedLine[]>({ width, height, pixels: own }, [own.buffer]);
  },
  close: () => Promise.resolve(),
};
const parsers = documentParsers(maxPages > 0 ? { recogniser, maxPages } : null);
/** Never aborted: the caller terminates the thread instead. */
const { signal } = new AbortController();

answerRequests((request: ParserThreadRequest) => parseDocument({ ...request, signal }, parsers));
