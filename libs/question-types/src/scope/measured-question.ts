/** A number of each thing that is compared or added up: the beds of wards, the cost of inns. */
export interface Measure {
  readonly operation: 'most' | 'least' | 'sum' | 'mean';
  /** As in the question, lower case: "beds"; what an adjective measures for one: "cost" for "cheapest". */
  readonly unit: string;
}

/** The parts of a question that measures things of a kind. */
export interface MeasuredQuestion {
  /** The words of the kind, as in the question: "surgical wards". */
  readonly phrase: string;
  readonly measure: Measure;
}

/** What adjectives of plain English measure. Those that may mean several things ("big", "old") need a noun: "the most beds". */
const ADJECTIVES: readonly (readonly [words: string, operation: 'most' | 'least', unit: string])[] = [
  ['cheapest|least expensive', 'least', 'cost'],
  ['most expensive|dearest|costliest|priciest', 'most', 'cost'],
  ['lightest', 'least', 'weight'],
  ['heaviest', 'most', 'weight'],
  ['tallest', 'most', 'height'],
  ['longest', 'most', 'length'],
  ['deepest', 'most', 'depth'],
];
const MOST = 'most|highest|largest|biggest|greatest';
const LEAST = 'fewest|least|lowest|smallest';
const WORD = String.raw`[\p{L}][\p{L}'’-]*`;
const UNIT = `(?<unit>${WORD}(?: ${WORD})?)`;
const PHRASE = String.raw`(?<phrase>${WORD}(?: ${WORD}){0,3})`;
const OF_ALL = String.raw`(?:of|in|for|across|per|over) (?:all )?(?:of )?(?:the |a |an )?${PHRASE}`;
const TOTAL = '(?:in total|in all|altogether|all together|together)';

type Reading = readonly [pattern: RegExp, measure: (unit: string) => Measure];

const READINGS: readonly Reading[] = [
  ...[
    [MOST, 'most'],
    [LEAST, 'least'],
  ].map(([words, operation]): Reading => [
    new RegExp(
      String.raw`^(?:which|what) (?:of the )?${PHRASE} (?:has|have) the (?:${words}) (?:number of )?${UNIT}$`,
      'iu',
    ),
    (unit) => ({ operation: operation === 'most' ? 'most' : 'least', unit }),
  ]),
  ...ADJECTIVES.flatMap(([words, operation, measured]): Reading[] =>
    [
      String.raw`^(?:(?:which|what) (?:is|are) )?the (?:${words}) ${PHRASE}$`,
      String.raw`^(?:which|what) (?:of the )?${PHRASE} (?:is|are) the (?:${words})$`,
    ].map((pattern) => [new RegExp(pattern, 'iu'), () => ({ operation, unit: measured })]),
  ),
  ...[
    String.raw`^how many ${UNIT} do (?:all )?(?:of )?(?:the )?${PHRASE} (?:have|hold|contain|cost) ${TOTAL}$`,
    String.raw`^what is the (?:total|combined|sum) (?:number |amount )?(?:of )?(?:the )?${UNIT} ${OF_ALL}$`,
  ].map((pattern): Reading => [new RegExp(pattern, 'iu'), (unit) => ({ operation: 'sum', unit })]),
  ...[
    String.raw`^how many ${UNIT} do (?:the )?${PHRASE} (?:have|hold|contain|cost) on average$`,
    String.raw`^what is the (?:average|mean) (?:number of )?${UNIT} ${OF_ALL}$`,
  ].map((pattern): Reading => [new RegExp(pattern, 'iu'), (unit) => ({ operation: 'mean', unit })]),
];

/**
 * Reads a question for the largest, the smallest, the sum or the mean of a number: "Which ward has the most beds?", "What is the
 * cheapest inn?", "How many beds do the wards have in total?", "What is the average cost of the units?".
 *
 * @param question without its end mark, with single spaces
 */
export function readMeasured(question: string): MeasuredQuestion | null {
  for (const [pattern, measureOf] of READINGS) {
    const { phrase, unit = '' } = pattern.exec(question)?.groups ?? {};
    if (phrase !== undefined) return { phrase, measure: measureOf(unit.toLowerCase()) };
  }
  return null;
}
