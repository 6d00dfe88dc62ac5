import type { ErrorCode } from '@arbiter/contracts';
import type { ReadDocument } from '../parse-document.js';

/** What the thread is asked, one at a time. */
export interface ThreadRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Errors lose their class between threads: ours travel by their parts, a stranger's as what is logged of it. */
export type ThreadReply =
  | { readonly type: 'read'; readonly document: ReadDocument }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
      readonly cause: string;
    };
