import type { ErrorCode } from '@arbiter/contracts';

/** What a script can tell from how the command ended. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** The command line is wrong, or names a thing that does not exist. */
  usage: 2,
  /** The sources do not support an answer. */
  declined: 3,
  /** 128 + SIGINT, as shells have it. */
  interrupted: 130,
  /** 128 + SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(code: ErrorCode): ExitCode {
  switch (code) {
    case 'INVALID_REQUEST':
    case 'NOT_FOUND':
      return EXIT.usage;
    case 'CANCELLED':
      return EXIT.interrupted;
    default:
      return EXIT.failed;
  }
}
