type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Iterators of arrays, maps and sets: spreading and `for … of` call `next` for each element. */
const ITERATORS = [[].values(), new Map().values(), new Set().values()].map(
  (iterator) => Object.getPrototypeOf(iterator) as Record<string, Method>,
);
const SEARCHES = ['indexOf', 'includes'] as const;
const COPIES = ['slice', 'concat', 'flat'] as const;

/**
 * Counts what built-in functions pass over, which no counter of blocks sees. It replaces them in the whole thread, and makes them
 * slow: for threads that do nothing else.
 *
 * @returns `stop` sets them back, and returns the characters and elements that were passed over
 */
export function countBuiltins(): { stop(): number } {
  let passed = 0;
  const restore: (() => void)[] = [];
  const wrap = (owner: object, name: string, cost: (self: unknown, given: unknown[], result: unknown) => number) => {
    const methods = owner as Record<string, Method>;
    const original = methods[name];
    if (!original) throw new TypeError(`there is no ${name}`);
    methods[name] = function (...given) {
      const result = original.apply(this, given);
      passed += cost(this, given, result);
      return result;
    };
    restore.push(() => (methods[name] = original));
  };

  // oxlint-disable-next-line typescript/unbound-method -- called with its expression below
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    // A sticky expression looks at one place only.
    if (match) passed += match.index + match[0].length - from;
    else passed += this.sticky ? 1 : Math.max(0, text.length - from);
    return match;
  };
  restore.push(() => (RegExp.prototype.exec = exec));

  for (const name of SEARCHES) {
    wrap(String.prototype, name, (self, [sought, from], result) =>
      searched(String(self), String(sought), from, result),
    );
    wrap(Array.prototype, name, (self, _, result) =>
      typeof result === 'number' && result >= 0 ? result : lengthOf(self),
    );
  }
  for (const name of COPIES) wrap(Array.prototype, name, (_self, _given, result) => lengthOf(result));
  for (const iterator of ITERATORS) wrap(iterator, 'next', () => 1);

  return {
    stop: () => {
      for (const one of restore) one();
      return passed;
    },
  };
}

/** Characters that a search in a string has passed over. */
function searched(text: string, sought: string, from: unknown, result: unknown): number {
  const start = Number(from ?? 0);
  const found = result === true ? text.indexOf(sought, start) : result;
  return typeof found === 'number' && found >= 0 ? found - start + sought.length : Math.max(0, text.length - start);
}

function lengthOf(list: unknown): number {
  return (list as readonly unknown[]).length;
}
