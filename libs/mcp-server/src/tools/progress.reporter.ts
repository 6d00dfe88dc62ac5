import { shownLine } from '@arbiter/contracts';
import type { ServerContext } from '@modelcontextprotocol/server';

export interface ProgressNotice {
  /** For people. */
  readonly message: string;
  /** How much is done of `total`, where it can be counted. */
  readonly done?: number;
  readonly total?: number;
}

/** Tells a client that asked for it (with a progress token) how its request gets on. Progress only ever grows. */
export class ProgressReporter {
  private last = 0;

  constructor(private readonly request: Pick<ServerContext['mcpReq'], '_meta' | 'notify' | 'signal'>) {}

  async report({ message, done, total }: ProgressNotice): Promise<void> {
    const progressToken = this.request._meta?.progressToken;
    if (progressToken === undefined || this.request.signal.aborted) return;
    // Documents that are looked at one by one may leave the count where it was.
    if (done !== undefined && done <= this.last) return;
    this.last = done ?? this.last + 1;
    await this.request.notify({
      method: 'notifications/progress',
      params: {
        progressToken,
        progress: this.last,
        message: shownLine(message),
        ...(total !== undefined && { total }),
      },
    });
  }
}
