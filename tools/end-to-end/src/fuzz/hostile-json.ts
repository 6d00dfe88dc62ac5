import fc from 'fast-check';

/** Values that parsers, patterns and stores have stumbled over, whatever they stand for. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u001b[31m\u{e0041}',
  '../../etc/passwd',
  'file:///etc/passwd',
  "'; DROP TABLE documents; --",
  '${process.env}',
  '__proto__',
  'who and '.repeat(1_000),
  'a'.repeat(10_000),
  `${' '.repeat(5_000)}x`,
  `what is the ${'price of '.repeat(800)}`,
  '('.repeat(4_000),
  '[1] '.repeat(2_000),
  '?'.repeat(8_000),
  'ab '.repeat(100_000),
  nested(500),
  [],
  {},
  { constructor: { prototype: { polluted: true } } },
  Array.from({ length: 5_000 }, (_, index) => index),
];

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE.filter((value) => typeof value === 'string')),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

type Change =
  | { readonly kind: 'replace' | 'reword' | 'add'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'remove'; readonly at: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('replace' as const, 'add' as const), at: fc.nat(99), value: hostile }),
  },
  // Accepted values get further than values of the wrong type.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reword' as const), at: fc.nat(99), value: hostileText }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat(99) }) },
);

/** An input that is near one of the given: up to three of its parts replaced, added or removed, at any depth. */
export function nearlyOneOf(inputs: readonly unknown[]): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(fc.constantFrom(...inputs), fc.array(change, { maxLength: 3 }))
    .map(([input, changes]) => changes.reduce(changedBy, structuredClone(input)));
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: hostile });
}

function changedBy(input: unknown, made: Change): unknown {
  const places = placesIn(input).filter(({ holder, key }) => {
    return made.kind !== 'reword' || typeof Reflect.get(holder, key) === 'string';
  });
  const place = places[made.at % Math.max(1, places.length)];
  if (made.kind === 'remove') {
    if (place) Reflect.deleteProperty(place.holder, place.key);
    return input;
  }
  // A copy: a later change of the same value must change neither it nor, put inside of itself, make a circle.
  const value = structuredClone(made.value);
  if (!place) return made.kind === 'reword' ? input : value;
  const { holder, key } = place;
  if (made.kind !== 'add') Reflect.set(holder, key, value);
  else Reflect.set(holder, Array.isArray(holder) ? holder.length : `extra-${made.at}`, value);
  return input;
}

/** Every place of a value that can be changed. */
function placesIn(value: unknown): { readonly holder: object; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ holder: value, key }, ...placesIn(part)]);
}
