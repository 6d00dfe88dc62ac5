import type { ArbiterError, Source, ToolPayload, ToolResult } from '@arbiter/contracts';
import type { RecoverableError, ToolOutput } from '@arbiter/tool-sdk';

/** What a step comes to, put together from what its tool yields. */
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
