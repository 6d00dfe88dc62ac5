import { EnvironmentSnapshot, type EnvironmentResult } from './environment-snapshot.js';
import { renderContext, tokensOf } from './render-context.js';
import type { Result } from './tool-output.js';

/** All that the tools of one run found, in the order in which they found it. */
export class Environment {
  private results: EnvironmentResult[] = [];
  private archived: EnvironmentResult[] = [];
  private readonly values = new Map<string, unknown>();
  private sequence = 0;

  /** @throws ZodError when the snapshot is none */
  static restore(snapshot: unknown): Environment {
    const { environment, hidden } = EnvironmentSnapshot.parse(snapshot);
    const restored = new Environment();
    const results = Object.values(environment).flatMap((names) => Object.values(names).flat());
    restored.results = results.sort((a, b) => a.sequence - b.sequence);
    restored.archived = hidden.archived;
    for (const [key, value] of Object.entries(hidden.values)) restored.values.set(key, value);
    restored.sequence = Math.max(0, ...[...results, ...hidden.archived].map(({ sequence }) => sequence));
    return restored;
  }

  /** Keeps what a tool yielded, beside what it yielded before. */
  add(tool: string, result: Result): void {
    this.sequence += 1;
    this.results.push({ ...result.toPayload(), tool, sequence: this.sequence, sources: [...result.sources] });
  }

  /** Results of a tool, those of one name where it is given; oldest first, empty when there are none. */
  find(tool: string, name?: string): readonly EnvironmentResult[] {
    return this.results.filter((each) => each.tool === tool && (name === undefined || each.name === name));
  }

  /** All that a model may see, oldest first. */
  visible(): readonly EnvironmentResult[] {
    return this.results;
  }

  /** Whether no tool has found any object: a result without objects says nothing to answer from. */
  isEmpty(): boolean {
    return this.results.every(({ objects }) => objects.length === 0);
  }

  /** Tokens of the whole context, by `estimateTokens` of `@arbiter/text`, which says how far off it may be. */
  estimateTokens(): number {
    return this.results.reduce((sum, each) => sum + tokensOf(each), 0);
  }

  /**
   * Text for a model, newest result first. If not all fits, tools share the room equally, and so do the results of each.
   * A shortened result shows its first objects, and a last line says how much was left out.
   *
   * @param maxTokens by `estimateTokens`; never exceeded
   * @returns '' for an empty environment, or if there is no room even for the line about omissions
   */
  toLlmContext(maxTokens: number): string {
    return renderContext(this.results, maxTokens);
  }

  /** Forgets the results of one tool, or of all; the hidden part stays. */
  clear(tool?: string): void {
    this.results = tool === undefined ? [] : this.results.filter((each) => each.tool !== tool);
  }

  /** Puts every visible result out of sight of models, where citations can still find what they point to. */
  archive(): void {
    this.archived.push(...this.results);
    this.results = [];
  }

  /** Archived results, oldest first. */
  archivedResults(): readonly EnvironmentResult[] {
    return this.archived;
  }

  /** Keeps a value that no model sees. Plain JSON. */
  hide(key: string, value: unknown): void {
    this.values.set(key, value);
  }

  hidden(key: string): unknown {
    return this.values.get(key);
  }

  toJSON(): EnvironmentSnapshot {
    const environment = new Map<string, Map<string, EnvironmentResult[]>>();
    for (const each of this.results) {
      const names = environment.get(each.tool) ?? new Map<string, EnvironmentResult[]>();
      names.set(each.name, [...(names.get(each.name) ?? []), each]);
      environment.set(each.tool, names);
    }
    return {
      environment: Object.fromEntries([...environment].map(([tool, names]) => [tool, Object.fromEntries(names)])),
      hidden: { values: Object.fromEntries(this.values), archived: [...this.archived] },
    };
  }
}
