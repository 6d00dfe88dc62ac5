import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument, seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import { summarisePerturbations } from '../perturbations/summarise-perturbations.js';
import type { ErrorKind } from './errors/error-planter.js';
import { HAND_WRITTEN_RULE, plantErrors, PLANTERS } from './plant-errors.js';
import { HAND_WRITTEN } from './rewordings/hand-written.js';
import { reword } from './rewordings/reword.js';
import { sentencesOf } from './take-sentences.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const SAMPLE = join(HERE, '../../../../domains/lantern-coast/documents');

const sample = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => readDocument(file, readFileSync(join(SAMPLE, file), 'utf8')));

describe('the planter', () => {
  it('shares no code with what it tests: it imports statistics and the reader of documents, nothing else', () => {
    const seen = new Set<string>();
    const outside = new Set<string>();
    const names = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, list = ''] of text.matchAll(/import (?:type )?\{([^}]*)\} from '@arbiter\/evaluation'/g))
        for (const name of list.split(',')) names.add(name.replace('type ', '').trim());
      for (const [, target = ''] of text.matchAll(/(?:from|import)\s*(?:\(\s*)?'([^']+)'/g)) {
        if (!target.startsWith('.')) outside.add(target);
        else visit(resolve(dirname(file), target.replace(/\.js$/, '.ts')));
      }
    };
    const own = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.spec)\.ts$/.test(file),
    );
    for (const file of own) visit(join(HERE, file));
    const elsewhere = [...seen].map((file) => relative(HERE, file)).filter((file) => file.startsWith('..'));
    expect(own.length).toBeGreaterThan(10);
    expect({ outside: [...outside], elsewhere }).toEqual({ outside: ['@arbiter/evaluation'], elsewhere: [] });
    expect([...names].sort()).toEqual(['PlainDocument', 'RandomSource', 'shuffle']);
  });

  const planted = plantErrors(sample, 350, seededRandom(7));

  it('plants errors of every kind in the sample domain', () => {
    expect(new Set(planted.map(({ kind }) => kind)).size).toBe(7);
    expect(planted.filter(({ valueFromDocument }) => valueFromDocument).length).toBeGreaterThan(0.5 * planted.length);
  });

  it('plants them in reworded sentences, whose true counterparts are not verbatim either', () => {
    for (const { original, reworded, planted: wrong, evidence } of planted) {
      expect(new Set([original, reworded, wrong]).size).toBe(3);
      expect(evidence[0]).toContain(original);
      for (const passage of evidence) {
        expect(passage).not.toContain(reworded);
        expect(passage).not.toContain(wrong);
      }
    }
  });

  it('hands over the passage that the wrong value comes from', () => {
    const fromDocument = planted.filter(({ valueFromDocument, kind }) => valueFromDocument && kind === 'name');
    expect(fromDocument.length).toBeGreaterThan(10);
    for (const { evidence, to } of fromDocument) expect(evidence.join('\n')).toContain(to);
  });

  it('plants the same errors for the same seed, and others for another', () => {
    expect(plantErrors(sample, 350, seededRandom(7))).toEqual(planted);
    expect(plantErrors(sample, 350, seededRandom(8))).not.toEqual(planted);
  });

  it('takes some of the sentences that were reworded by hand, which all stand in the sample domain', () => {
    const sentences = new Set(sample.flatMap((document) => sentencesOf(document).map(({ text }) => text)));
    expect([...HAND_WRITTEN.keys()].filter((sentence) => !sentences.has(sentence))).toEqual([]);
    const byHand = planted.filter(({ rules }) => rules.includes(HAND_WRITTEN_RULE)).length;
    expect(byHand).toBeGreaterThan(20);
    expect(byHand).toBeLessThan(0.35 * planted.length);
  });

  it('makes do with documents that offer nothing', () => {
    expect(plantErrors([readDocument('a.md', '# Nothing\n\nHere.')], 10, seededRandom(1))).toEqual([]);
  });
});

describe('reworded sentences', () => {
  const reworded = (sentence: string) => reword(sentence, seededRandom(1))?.text ?? null;

  it.each([
    ['If the suspect flees, the sum is forfeit.', 'The sum is forfeit if the suspect flees.'],
    ['The council passed the ordinance in 380.', 'The ordinance was passed by the council in 380.'],
    ['Hask Ormund was admitted to the guild in 382.', 'In 382, Hask Ormund was admitted to the guild.'],
    ['Imre Doule is the Saltjudge of the Lantern Coast.', 'The Saltjudge of the Lantern Coast is Imre Doule.'],
    ['Bail is set by the captain of the Watch at once.', 'Bail is set by the Watch’s captain immediately.'],
    ['Sabeth Quill keeps nine lists.', 'It is Sabeth Quill that keeps 9 lists.'],
    ['It holds nine barrels of an additional kind.', 'It holds 9 barrels of an extra kind.'],
  ])('%p becomes %p', (sentence, expected) => {
    expect(reworded(sentence)).toBe(expected);
  });

  it.each([
    // The pronoun would come before what it stands for.
    'If the suspect flees, he forfeits the sum.',
    // The year belongs to the clause.
    'It ended the war that he lost in 360.',
    // A number that is no count.
    'On 19 Stormset it fell.',
    'It was the Seven Lanterns that shone.',
  ])('%p stays as it is', (sentence) => {
    expect(reworded(sentence)).toBeNull();
  });
});

describe('planted errors', () => {
  const document = readDocument(
    'hall.md',
    [
      '---\ntitle: Salt Hall\naliases: [the Hall of Salt]\n---\n# Salt Hall',
      'The hall is rented by Maud Thule.',
      'It was roofed in 288 at a cost of 40 beacons.',
      'A guard, Nils Okker, walks 9 miles a night.',
      'The hall of Salt lies near Old Pell.',
    ].join('\n\n'),
  );
  const plant = (kind: ErrorKind, sentence: string) =>
    PLANTERS[kind](sentence, { document, block: 1, random: seededRandom(1) });

  it.each<[ErrorKind, string, string]>([
    ['number', 'A stall costs 12 beacons.', 'A stall costs 9 beacons.'],
    ['unit', 'A stall costs 12 wicks.', 'A stall costs 12 beacons.'],
    ['date', 'The hall was built in 219.', 'The hall was built in 288.'],
    ['name', 'The sister of Ada Vane left.', 'The sister of Old Pell left.'],
    ['role-swap', 'Then Ada Vane arrested Pim Dray at noon.', 'Then Pim Dray arrested Ada Vane at noon.'],
    ['role-swap', 'There she met Tamsin’s son Pim, or Ada.', 'There she met Pim’s son Tamsin, or Ada.'],
    ['negation', 'The hall was roofed with lead.', 'The hall wasn’t roofed with lead.'],
    ['negation', 'She has never signed a permit.', 'She has signed a permit.'],
    ['negation', 'Ada Vane keeps the light.', 'Ada Vane does not keep the light.'],
    ['comparative', 'Ada is older than Pim.', 'Ada is younger than Pim.'],
  ])('%s: %p becomes %p', (kind, sentence, expected) => {
    expect(plant(kind, sentence)?.text).toBe(expected);
  });

  it.each<[string, ErrorKind, string]>([
    ['a bound that another number meets too', 'number', 'A candidate is at least 18 years old.'],
    ['one of several, of whom there may be more', 'number', 'She is one of the three richest people.'],
    ['a year that only bounds', 'date', 'It burned before 288.'],
    ['an example among others', 'name', 'It sells goods such as those of Ada Vane.'],
    ['another name of the same', 'name', 'We met in the Hall of Salt.'],
    ['two that stand side by side', 'role-swap', 'There Ada Vane and Pim Dray kept a shop.'],
    ['a road, which leads both ways', 'role-swap', 'The road from Skerrow to Mirren takes two days.'],
    ['a negation with a scope of its own', 'negation', 'It is only lifted by the Tidewarden.'],
    ['what is no longer', 'comparative', 'It is no longer lit.'],
  ])('leaves alone %s', (_what, kind, sentence) => {
    expect(plant(kind, sentence)).toBeNull();
  });

  it('makes a start that is claimed earlier, since a later one would be true as well', () => {
    const { text } = plant('date', 'She has held it since 300.')!;
    expect(Number(/\d+/.exec(text)![0])).toBeLessThan(300);
  });
});

describe('summarisePerturbations', () => {
  const judged = (kind: ErrorKind, planted: boolean, reworded: boolean, original = true) => ({
    kind,
    handWritten: kind === 'number',
    accepted: { planted, reworded, original },
  });

  it('tells kinds apart, and untouched sentences from reworded ones', () => {
    const { n, counts, metrics, ci95 } = summarisePerturbations(
      [
        judged('number', false, true),
        judged('number', true, false),
        judged('unit', false, true, false),
        judged('unit', false, true),
      ],
      seededRandom(1),
    );
    expect({ n, number: counts.number, date: counts.date }).toEqual({ n: 4, number: 2, date: 0 });
    expect(metrics).toMatchObject({
      caught: 0.75,
      caughtBy: { number: 0.5, unit: 1, date: null },
      caughtInHandWritten: 0.5,
      falseRejection: 0.25,
      falseRejectionUntouched: 0.25,
      falseRejectionReworded: 0.25,
      falseRejectionHandWritten: 0.5,
    });
    expect(ci95.caughtBy.date).toBeNull();
    expect(ci95.falseRejection![0]).toBeLessThan(0.25);
  });
});
