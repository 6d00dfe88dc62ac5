import { execFile } from 'node:child_process';
import { fromGitError } from './git-error.js';

/** Bytes of an answer, unless said otherwise: the names of some hundred thousand files. */
const MAX_OUTPUT_BYTES = 128 * 1_024 * 1_024;

/** Below this many bytes a second for so many seconds a transfer is given up. */
const LOW_SPEED_BYTES = '1000';
const LOW_SPEED_SECONDS = '30';

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
  // A redirect leads to a host that nobody has checked.
  'http.followRedirects=false',
  `http.lowSpeedLimit=${LOW_SPEED_BYTES}`,
  `http.lowSpeedTime=${LOW_SPEED_SECONDS}`,
  'fetch.fsckObjects=true',
].flatMap((setting) => ['-c', setting]);

export interface GitProgramOptions {
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
