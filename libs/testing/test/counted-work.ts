/** Work of known growth, for the spec of `countSteps`. */
export function work(kind: keyof typeof WORK, size: number): void {
  WORK[kind](size);
}

const numbers = (size: number): number[] => Array.from({ length: size }, (_, n) => n);

const WORK = {
  linear: (size: number) => numbers(size).map((n) => (n % 2 === 0 ? n : -n)),
  'each with each': (size: number) => numbers(size).map((n) => numbers(size).filter((other) => other > n)),
  'a search through all for each': (size: number) => numbers(size).map((n) => 'x'.repeat(size).includes(`y${n}`)),
  'an expression on all for each': (size: number) =>
    numbers(size).map((n) => /\dy$/.test('x'.repeat(size) + String(n))),
  'a copy of all for each': (size: number) => {
    const all = numbers(size);
    return all.map(() => all.slice());
  },
  'a spread of all for each': (size: number) => {
    const all = new Set(numbers(size));
    return numbers(size).map(() => [...all]);
  },
  'an error': () => {
    throw new RangeError('not this one');
  },
};
