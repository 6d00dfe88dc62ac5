import { expect, it } from '@jest/globals';
import { utf8 } from '../../test/hedge-wars.js';
import { BattleScribeParser } from './battlescribe.parser.js';

const { signal } = new AbortController();
const WORD = 'quorbvex';

const catalogue = (inside: string): string =>
  `<?xml version="1.0"?><catalogue id="c" name="Mills" revision="1" gameSystemId="g" xmlns="http://www.battlescribe.net/schema/catalogueSchema">${inside}</catalogue>`;
const entry = (inside: string, name = 'Upper mill'): string =>
  `<selectionEntries><selectionEntry id="e" name="${name}" type="unit">${inside}</selectionEntry></selectionEntries>`;
const PLACES: readonly (readonly [string, (word: string) => string])[] = [
  ['the name of a unit', (w) => catalogue(entry('', w))],
  [
    'a rule of a unit',
    (w) => catalogue(entry(`<rules><rule id="r" name="Turn"><description>The ${w}.</description></rule></rules>`)),
  ],
  [
    'a shared rule',
    (w) =>
      catalogue(
        `<sharedRules><rule id="r" name="Turn"><description>The ${w}.</description></rule></sharedRules>${entry('')}`,
      ),
  ],
  [
    'a rule of the catalogue',
    (w) => catalogue(`<rules><rule id="r" name="Turn"><description>The ${w}.</description></rule></rules>${entry('')}`),
  ],
  [
    'a profile',
    (w) =>
      catalogue(
        entry(
          `<profiles><profile id="p" name="${w}" typeName="Unit"><characteristics><characteristic name="M">6</characteristic></characteristics></profile></profiles>`,
        ),
      ),
  ],
  [
    'a characteristic',
    (w) =>
      catalogue(
        entry(
          `<profiles><profile id="p" name="a" typeName="Unit"><characteristics><characteristic name="M">${w}</characteristic></characteristics></profile></profiles>`,
        ),
      ),
  ],
];

it.each(PLACES)('loses no word of %s', async (_place, make) => {
  const request = { name: 'mill.cat', bytes: utf8(make(WORD)), signal };
  const { text, title, metadata, entities } = await new BattleScribeParser().parse(request);
  expect(JSON.stringify([text, title, metadata, entities]).toLowerCase()).toContain(WORD);
});
