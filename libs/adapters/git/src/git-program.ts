import { execFile } from 'node:child_process';
import { isIP, isIPv4 } from 'node:net';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/** Bytes of an answer, unless said otherwise: the names of some hundred thousand files. */
const MAX_OUTPUT_BYTES = 128 * 1_024 * 1_024;

/** Below this many bytes a second for so many seconds a transfer is given up. */
const LOW_SPEED_BYTES = '1000';
const LOW_SPEED_SECONDS = '30';

/** As `RemoteRepository` has it: nothing that a shell reads. */
const PLAIN_NAME = /^[\w.-]+$|^\[[\da-f:.]+\]$/;

/**
 * What the program may see: no configuration of the machine or of a person, no way to ask for a password, no hooks. The
 * protocols are those that GIT_ALLOW_PROTOCOL names, which bars `ext::`, by which an address runs commands.
 */
function safeEnvironment(searchPath: string, protocol: string): Record<string, string> {
  return {
    PATH: searchPath,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_SSH_VARIANT: 'ssh',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
  };
}

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'credential.helper=',
  // A call that reaches a server by ssh names the one that was checked; no other call does.
  'core.sshCommand=false',
  // A redirect may lead to a host that has not been checked.
  'http.followRedirects=false',
  `http.lowSpeedLimit=${LOW_SPEED_BYTES}`,
  `http.lowSpeedTime=${LOW_SPEED_SECONDS}`,
  'fetch.fsckObjects=true',
].flatMap((setting) => ['-c', setting]);

interface GitProgramOptions {
  /** Where programs are looked for, as in PATH. */
  readonly searchPath: string;
  /** Folder of the repository that it works in. */
  readonly folder: string;
  /** As git names it: https, http, ssh or file. */
  readonly protocol: string;
  /** The address in messages. */
  readonly shown: string;
}

/** The program git, in one repository. */
export class GitProgram {
  constructor(private readonly options: GitProgramOptions) {}

  /**
   * @param settings as `name=value`
   * @returns what it wrote to its standard output
   * @throws ArbiterError as `fromGitError` says, and the signal's reason
   */
  run(
    args: readonly string[],
    signal: AbortSignal,
    { settings = [], maxBytes = MAX_OUTPUT_BYTES }: { settings?: readonly string[]; maxBytes?: number } = {},
  ): Promise<Buffer> {
    const { searchPath, folder, protocol, shown } = this.options;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      execFile(
        'git',
        [...SETTINGS, ...settings.flatMap((setting) => ['-c', setting]), ...args],
        {
          cwd: folder,
          env: safeEnvironment(searchPath, protocol),
          encoding: 'buffer',
          maxBuffer: maxBytes,
          signal,
          killSignal: 'SIGKILL',
        },
        (error, stdout, stderr) => {
          if (!error) resolve(stdout);
          else reject(signal.aborted ? (signal.reason as Error) : fromGitError(error, stderr.toString('utf8'), shown));
        },
      );
    });
  }
}

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
    /couldn't find remote ref|Remote branch .{0,100} not found/i,
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
function fromGitError(error: Error, stderr: string, shown: string): ArbiterError {
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

/**
 * The ssh that connects to an address which was checked, whatever the name leads to a moment later. Git hands it to a shell,
 * and it wins over HostName and Port of a person's ~/.ssh/config. The key of the host is still looked up by its name.
 *
 * @param addresses of the host, at least one; ssh takes one, and an IPv4 address is the one that networks rarely lack
 */
export function sshCommand({ name, port }: { name: string; port: number }, addresses: readonly string[]): string {
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined || isIP(address) === 0 || !PLAIN_NAME.test(name)) {
    throw new ArbiterError('INVALID_REQUEST', 'The host of the repository cannot be handed to ssh.');
  }
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  // As ssh itself writes a host into known_hosts.
  const knownAs = port === 22 ? bare : `[${bare}]:${port}`;
  const options = [
    'BatchMode=yes',
    `HostName=${address}`,
    `Port=${port}`,
    `HostKeyAlias=${knownAs}`,
    'CheckHostIP=no',
    // A name that ssh rewrites is looked up again.
    'CanonicalizeHostname=no',
  ];
  return `ssh ${options.map((option) => `-o '${option}'`).join(' ')}`;
}
