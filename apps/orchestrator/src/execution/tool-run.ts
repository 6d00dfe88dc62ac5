import type { ArbiterError, Source, ToolPayload, ToolResult } from '@arbiter/contracts';
import type { RecoverableError, ToolOutput, TreeData } from '@arbiter/tool-sdk';
import type { ParentCall } from '@arbiter/messaging';

/** Result of a step, assembled from the outputs of its tool. */
export class StepOutcome {
  private readonly payloads: ToolPayload[] = [];
  private readonly sources: Source[] = [];
  private readonly confidences: number[] = [];
  private hasSpoken = false;
  private lastError: RecoverableError | null = null;

  constructor(private readonly tool: string) {}

  take(output: ToolOutput): void {
    if (output.kind === 'result') {
      this.payloads.push(output.toPayload());
      this.sources.push(...output.sources);
      if (output.confidence !== undefined) this.confidences.push(output.confidence);
    } else if (output.kind === 'token') this.hasSpoken = true;
    else if (output.kind === 'error') this.lastError = output;
  }

  /**
   * @param duration milliseconds
   * @param thrown what ended the tool; null when it ended by itself. It has then done its part if it yielded a result or a
   *   text, whatever else it said was wrong
   */
  toResult(duration: number, thrown: ArbiterError | null): ToolResult {
    const found = {
      tool: this.tool,
      data: this.payloads,
      duration,
      ...(this.sources.length > 0 && { sources: this.sources }),
    };
    if (thrown) return { ...found, success: false, confidence: 0, error: thrown.message, code: thrown.code };
    // A chain holds as its weakest link does.
    if (this.payloads.length > 0 || this.hasSpoken) {
      return { ...found, success: true, confidence: Math.min(1, ...this.confidences) };
    }
    const error = this.lastError?.message ?? `${this.tool} ended without a result.`;
    const suggestion = this.lastError?.suggestion ?? null;
    return { ...found, success: false, confidence: 0, error, ...(suggestion !== null && { suggestion }) };
  }
}

/** On whose behalf tools run, and with what. */
export interface ExecutionContext {
  /** The call of the client: its signal and its deadline bound everything. */
  readonly call: ParentCall;
  readonly tree: TreeData;
  /** Results of earlier steps, by their ids. */
  readonly previousResults?: ReadonlyMap<string, ToolResult>;
  /** Handed on to tools as it is. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An output of a tool, sent as soon as it is yielded. */
export interface ToolEvent {
  /** The tool by its own name: that of the fallback where one runs. */
  readonly tool: string;
  readonly output: ToolOutput;
  /** Of a result: milliseconds since the tool was started. */
  readonly ms?: number;
}
