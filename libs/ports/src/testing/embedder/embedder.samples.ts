/** Unusual texts that a document may contain; each must get a vector. */
export const UNUSUAL_TEXTS = {
  'the empty text': '',
  'white space': ' \t\n\u00a0',
  punctuation: '?!… — “”',
  emoji: 'the 👩‍👩‍👧‍👦 met at the 🗼',
  Chinese: '灯塔守护者在暴风雨之夜点燃了灯。',
  'right-to-left text': 'حارس المنارة أشعل المصباح',
  'combining marks': 'na\u0308\u0301ive cafe\u0301',
  'a NUL character': 'before\0after',
  'half a surrogate pair': 'broken \ud83d text',
  'the name of a special token': 'what does [SEP] mean in [CLS]?',
  'one endless word': 'x'.repeat(20_000),
  'a text of 100 kB': 'storm lantern harbour '.repeat(4_700),
};

/** How far the vector of a text may move if other texts are embedded with it. */
export const BATCH_TOLERANCE = 1e-5;

/** @throws RangeError for an index out of range */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * (b[i] ?? Number.NaN), 0);
}

/** Largest difference in any dimension. */
export function distance(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, number, i) => Math.max(largest, Math.abs(number - (b[i] ?? Number.NaN))), 0);
}
