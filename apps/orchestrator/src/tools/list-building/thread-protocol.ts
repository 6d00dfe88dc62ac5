import type { ErrorCode } from '@arbiter/contracts';
import type { BuildResult } from '@arbiter/roster-tools';

/** What the thread says, once. */
export type BuildReply =
  | { readonly type: 'built'; readonly result: BuildResult }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string };
