import { NUMBER_WORD_PATTERN, pick } from '../words.js';
import { isBound, valuesIn, type ErrorPlanter } from './error-planter.js';

/** Units by what they measure, singular and plural. The last two families are those of games and of the sample domain. */
const FAMILIES: readonly (readonly (readonly [singular: string, plural: string])[])[] = [
  [
    ['inch', 'inches'],
    ['foot', 'feet'],
    ['yard', 'yards'],
    ['mile', 'miles'],
    ['pace', 'paces'],
    ['league', 'leagues'],
    ['fathom', 'fathoms'],
  ],
  [
    ['metre', 'metres'],
    ['kilometre', 'kilometres'],
    ['centimetre', 'centimetres'],
    ['millimetre', 'millimetres'],
  ],
  [
    ['meter', 'meters'],
    ['kilometer', 'kilometers'],
    ['centimeter', 'centimeters'],
    ['millimeter', 'millimeters'],
  ],
  [
    ['second', 'seconds'],
    ['minute', 'minutes'],
    ['hour', 'hours'],
    ['day', 'days'],
    ['week', 'weeks'],
    ['month', 'months'],
    ['year', 'years'],
    ['round', 'rounds'],
  ],
  [
    ['ounce', 'ounces'],
    ['pound', 'pounds'],
    ['stone', 'stones'],
    ['ton', 'tons'],
  ],
  [
    ['gram', 'grams'],
    ['kilogram', 'kilograms'],
    ['milligram', 'milligrams'],
  ],
  [
    ['pint', 'pints'],
    ['gallon', 'gallons'],
    ['barrel', 'barrels'],
    ['cask', 'casks'],
    ['litre', 'litres'],
  ],
  [
    ['dollar', 'dollars'],
    ['euro', 'euros'],
    ['pound', 'pounds'],
    ['cent', 'cents'],
  ],
  [
    ['cp', 'cp'],
    ['sp', 'sp'],
    ['gp', 'gp'],
    ['pp', 'pp'],
  ],
  [
    ['scale', 'scales'],
    ['wick', 'wicks'],
    ['beacon', 'beacons'],
    ['crown', 'crowns'],
  ],
];
const ALL = FAMILIES.flat(2).join('|');
const MEASURED = new RegExp(
  `(?<=(?:\\b\\d[\\d,]*|\\b(?:${NUMBER_WORD_PATTERN}|hundred|thousand)) )(?:${ALL})\\b(?! (?:old|and)\\b)`,
  'gi',
);

/** Another unit of the same family after a number: feet for miles, hours for days. */
export const plantUnit: ErrorPlanter = (sentence, { document, random }) => {
  const site = pick(
    [...sentence.matchAll(MEASURED)].filter(
      ({ index }) => !isBound(sentence.slice(0, index).replace(/(?<![\w,-])[\w,-]+ $/, '')),
    ),
    random,
  );
  if (!site) return null;
  const [from] = site;
  const family = FAMILIES.find((units) => units.some((forms) => forms.includes(from.toLowerCase())));
  const unit = family?.find((forms) => forms.includes(from.toLowerCase()));
  if (!family || !unit) return null;
  const form = unit[1] === from.toLowerCase() ? 1 : 0;
  const free = family.filter(
    (other) => other !== unit && !other.some((word) => new RegExp(`\\b${word}\\b`).test(sentence)),
  );
  const inDocument = free.flatMap((other) =>
    valuesIn(document, new RegExp(`\\b(?:${other.join('|')})\\b`, 'g')).map(({ block }) => ({ other, block })),
  );
  const found = pick(inDocument, random);
  const to = (found?.other ?? pick(free, random))?.[form];
  if (to === undefined) return null;
  const text = sentence.slice(0, site.index) + to + sentence.slice(site.index + from.length);
  return { text, from, to, block: found?.block ?? null };
};
