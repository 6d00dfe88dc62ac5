/** A thing outside of React that tells its listeners of each change: for `useSyncExternalStore`. */
export class Told {
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  protected tell(): void {
    for (const listener of this.listeners) listener();
  }
}
