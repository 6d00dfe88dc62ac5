const SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Permission bits of all users but the owner of a file. */
const OTHERS = 0o077;

export type StopSignal = 'SIGTERM' | 'SIGINT';

/** What an app needs of the process it runs in; a test hands in one of its own. */
export interface ProcessHost {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  writeOut(text: string): void;
  writeError(text: string): void;
  /** @returns a function that stops listening */
  onSignal(listener: (signal: StopSignal) => void): () => void;
  /** Listens for uncaught errors. @returns a function that stops listening */
  onFault(listener: (error: unknown) => void): () => void;
  exit(code: number): void;
}

/** The part of Node's `process` that is used. */
export type NodeProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd' | 'on' | 'off' | 'exit'> & {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
};

/** The process that an app really runs in: `runApp({ host: nodeProcessHost(process), ... })`. */
export function nodeProcessHost(process: NodeProcess): ProcessHost {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    onSignal(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    onFault(listener) {
      for (const fault of FAULTS) process.on(fault, listener);
      return () => {
        for (const fault of FAULTS) process.off(fault, listener);
      };
    },
    exit: (code) => void process.exit(code),
  };
}

/**
 * Makes new files and folders of this process private to its user: folders 0700, files 0600. The setting covers the whole
 * process, since the embedded stores write their files themselves and take no mode. A stricter umask stays.
 */
export function keepFilesPrivate(): void {
  const before = process.umask(OTHERS);
  process.umask(before | OTHERS);
}
