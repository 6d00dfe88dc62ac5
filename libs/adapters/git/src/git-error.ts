import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/** What the program says, in English by LC_ALL=C, and what it means; the first that fits. Nothing of its words goes on. */
const MEANINGS: readonly (readonly [RegExp, ErrorCode, (shown: string) => string])[] = [
  [
    /terminal prompts disabled|could not read (?:Username|Password)|Authentication failed|Permission denied|returned error: 40[13]/i,
    'UNAUTHENTICATED',
    (shown) =>
      `${shown} needs a password or key, or is not there: Arbiter asks for neither. Give the worker an ssh key, or clone it yourself and ingest the folder.`,
  ],
  [
    /Host key verification failed/i,
    'FORBIDDEN',
    (shown) => `The host of ${shown} is not among the known hosts of ssh. Connect to it once by hand.`,
  ],
  [
    /couldn't find remote ref|Remote branch .* not found/i,
    'NOT_FOUND',
    (shown) => `${shown} has no such branch or tag.`,
  ],
  [
    /not found|does not appear to be a git repository|does not exist|no such file or directory|not valid: is this a git repository/i,
    'NOT_FOUND',
    (shown) => `There is no git repository at ${shown}.`,
  ],
  [
    /unable to update url base from redirection|redirect|returned error: 3\d\d/i,
    'FORBIDDEN',
    (shown) => `${shown} redirects to another address, which is not followed. Name that one.`,
  ],
  [
    /dubious ownership/i,
    'FORBIDDEN',
    (shown) => `${shown} belongs to another user of this machine, and git does not read it.`,
  ],
  [/fsck|bad object|malformed/i, 'INVALID_REQUEST', (shown) => `${shown} holds damaged or forbidden objects.`],
];

/** What the failure of the program means for whoever named the repository. */
export function fromGitError(error: Error, stderr: string, shown: string): ArbiterError {
  const { code } = error as { code?: unknown };
  const options = { details: { repository: shown }, cause: new Error(stderr.slice(0, 2_000), { cause: error }) };
  if (code === 'ENOENT') {
    return new ArbiterError('UNAVAILABLE', 'The program git is not installed, which reads repositories.', options);
  }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new ArbiterError('PAYLOAD_TOO_LARGE', `A file or listing of ${shown} is larger than the limit.`, options);
  }
  for (const [pattern, meaning, message] of MEANINGS) {
    if (pattern.test(stderr)) return new ArbiterError(meaning, message(shown), options);
  }
  return new ArbiterError('UNAVAILABLE', `${shown} cannot be fetched: its host does not answer as it should.`, options);
}
