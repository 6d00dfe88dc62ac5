const ROMAN: readonly (readonly [number, string])[] = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Longer roman numerals and repeated letters are written as plain numbers: no clause has them, and each could fill a page. */
const MAX_ROMAN = 3_999;
const MAX_REPEATS = 20;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя';
/** Signs that stand for 1, 2, 3 …; after the last they are doubled, as Word doubles letters. */
const SIGNS: Readonly<Record<string, string>> = {
  lowerLetter: LATIN,
  upperLetter: LATIN.toUpperCase(),
  russianLower: RUSSIAN,
  russianUpper: RUSSIAN.toUpperCase(),
  chicago: '*†‡§',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  aiueoFullWidth: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
  irohaFullWidth: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
};

/** Formats that count by tens with these signs for 1 to 9. */
const COUNTING =
  /^(?:chineseCounting|chineseCountingThousand|taiwaneseCounting|taiwaneseCountingThousand|japaneseCounting|ideographDigital|japaneseDigitalTenThousand|taiwaneseDigital)$/;
const IDEOGRAPHS = '〇一二三四五六七八九';

const WORDS =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  );
const ORDINAL_WORDS =
  'Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(
    ' ',
  );

/**
 * A number as Word shows it in a list.
 *
 * @param format a value of ST_NumberFormat (ECMA-376 part 1, 17.18.59); of those not known here, the plain number is shown
 */
export function formatNumber(value: number, format: string): string {
  const plain = String(value);
  const signs = SIGNS[format];
  if (signs !== undefined) return repeatedSign(value, Array.from(signs)) ?? plain;
  if (COUNTING.test(format)) return ideographs(value, format) ?? plain;
  return FORMATS.get(format)?.(value) ?? plain;
}

/** Formats that are no row of signs; undefined for a number that has none. */
const FORMATS: ReadonlyMap<string, (value: number) => string | undefined> = new Map(
  Object.entries({
    none: () => '',
    decimalZero: (value: number) => String(value).padStart(2, '0'),
    lowerRoman: roman,
    upperRoman: (value: number) => roman(value)?.toUpperCase(),
    ordinal: (value: number) => `${value}${ordinalEnding(value)}`,
    cardinalText: (value: number) => WORDS[value],
    ordinalText: (value: number) => ORDINAL_WORDS[value],
    numberInDash: (value: number) => `- ${value} -`,
    decimalEnclosedCircle: encircled,
    decimalEnclosedCircleChinese: encircled,
    hex: (value: number) => value.toString(16).toUpperCase(),
  }),
);

function encircled(value: number): string | undefined {
  return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : undefined;
}

/** z is followed by aa, bb, cc. */
function repeatedSign(value: number, signs: readonly string[]): string | undefined {
  const repeats = Math.ceil(value / signs.length);
  const sign = signs[(value - 1) % signs.length];
  return value < 1 || repeats > MAX_REPEATS ? undefined : sign?.repeat(repeats);
}

function roman(value: number): string | undefined {
  if (value < 1 || value > MAX_ROMAN) return undefined;
  let rest = value;
  let text = '';
  for (const [worth, letters] of ROMAN) {
    for (; rest >= worth; rest -= worth) text += letters;
  }
  return text;
}

function ordinalEnding(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function ideographs(value: number, format: string): string | undefined {
  const signs = Array.from(IDEOGRAPHS);
  if (format.includes('Digital')) return Array.from(String(value), (digit) => signs[Number(digit)] ?? '').join('');
  if (value < 1 || value > 99) return undefined;
  const tens = Math.floor(value / 10);
  const ones = value % 10 === 0 ? '' : signs[value % 10];
  return `${tens > 1 ? signs[tens] : ''}${tens > 0 ? '十' : ''}${ones}`;
}
