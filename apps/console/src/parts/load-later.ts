import { useEffect, useState } from 'react';

/** The code of a part that did not arrive. It is asked for again when the part is drawn anew. */
export class NotLoaded extends Error {}

export interface Later<T> {
  readonly load: () => Promise<T>;
  /** The module; undefined until it is there. */
  readonly use: () => T | undefined;
}

/**
 * A module that is loaded when it is first drawn, or before. Unlike `lazy`, one that is there is drawn at once: React holds back
 * what follows a fallback for 300 ms.
 */
export function loadLater<T extends object>(load: () => Promise<T>): Later<T> {
  let loaded: T | undefined;
  const keep = async () => (loaded = await load());
  return {
    load: keep,
    use: () => {
      const [module, setModule] = useState(loaded);
      const [failure, setFailure] = useState<Error | null>(null);
      useEffect(() => {
        if (!module) keep().then(setModule, (cause: unknown) => setFailure(new NotLoaded('', { cause })));
      }, [module]);
      // The panel around it says so, and loads it anew.
      if (failure) throw failure;
      return module;
    },
  };
}
