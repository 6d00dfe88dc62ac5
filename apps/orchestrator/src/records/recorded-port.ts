import type { CallLog } from './call-log.js';
import { outcomeOf, type CallScript } from './call-script.js';

type AsyncMethod = (...values: unknown[]) => Promise<unknown>;

/** The port, with every call of it logged; of its writes without what was written: it is in what came of the flight. */
export function recordingPort<T extends object>(
  name: string,
  port: T,
  writes: readonly PropertyKey[],
  log: CallLog,
): T {
  return portOf(port, async (method, call, values) => {
    const entry = log.begin(`${name}.${method}`, null, writes.includes(method) ? null : values);
    try {
      const output = await call();
      entry.succeeded(output);
      return output;
    } catch (thrown) {
      entry.failed(thrown);
      throw thrown;
    }
  });
}

/** A port that answers as before, writes whatever they write now. The one that it stands for only lends its names. */
export function replayingPort<T extends object>(
  name: string,
  port: T,
  writes: readonly PropertyKey[],
  script: CallScript,
): T {
  return portOf(port, async (method, _call, values) =>
    outcomeOf(await script.take(`${name}.${method}`, writes.includes(method) ? null : values)),
  );
}

/** @param serve gets the call of the port to make, and its values without signals: those are of one run, not of the input */
function portOf<T extends object>(
  port: T,
  serve: (method: string, call: () => Promise<unknown>, values: unknown[]) => Promise<unknown>,
): T {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof key !== 'string' || typeof member !== 'function') return member;
      const method = member.bind(target) as AsyncMethod;
      return (...values: unknown[]) =>
        serve(
          key,
          () => method(...values),
          values.filter((value) => !(value instanceof AbortSignal)),
        );
    },
  });
}
