import pc from 'picocolors';

export type Colours = ReturnType<typeof pc.createColors>;

export interface TextSink {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The two streams of a command: its result on one, everything else on the other. */
export interface Terminal {
  /** The result. Nothing else. */
  readonly out: TextSink;
  readonly outColours: Colours;
  /** Progress, remarks and errors. */
  readonly err: TextSink;
  readonly errColours: Colours;
  /** Whether progress is watched: if so bars, otherwise plain lines. */
  readonly isWatched: boolean;
  /** The stream of a progress bar; null if progress is not watched. */
  readonly bars: NodeJS.WritableStream | null;
}

export interface TerminalOptions {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Uses colours only if the terminal shows them and they are not disabled (no-color.org). */
export function createTerminal({ stdout, stderr, env }: TerminalOptions): Terminal {
  const plain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  const colours = (sink: TextSink) => pc.createColors(!plain && sink.isTTY === true);
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb';
  return {
    out: stdout,
    outColours: colours(stdout),
    err: stderr,
    errColours: colours(stderr),
    isWatched,
    bars: isWatched ? (stderr as TextSink & NodeJS.WritableStream) : null,
  };
}
