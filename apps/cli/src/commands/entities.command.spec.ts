import type { correctGraph, OperationInput, RecordedCorrection } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const AT = '2026-03-14T00:00:00.000Z';
const env = { USER: 'ann' };
const RENAMED: RecordedCorrection = {
  ...{ id: 2, recordedAt: AT, by: 'Ann', reason: 'a new sign', state: 'applied', problem: null, undoneBy: null },
  correction: { kind: 'rename', entity: 'inn', name: 'The Eel' },
};

/** A library that takes every correction as it is. */
function library(more: object = {}): Record<string, Script> {
  return {
    'ingestion.correct-graph': (input) => {
      const { collection, corrections } = input as OperationInput<typeof correctGraph>;
      return { collection, ids: [3], corrections, version: 'v2', notApplied: [], ...more };
    },
  };
}

describe('arbiter entities', () => {
  it.each<[readonly string[], object, string]>([
    [
      ['merge', "Torven's corpse", 'Master Torven', '--into', 'torven', '--type', 'person'],
      { kind: 'merge', entities: ["Torven's corpse", 'Master Torven'], into: 'torven', type: 'person' },
      "merge Torven's corpse, Master Torven into torven as person",
    ],
    [
      ['split', 'heron', '--name', 'Heron II', '--document', 'a.md', '--document', 'b.md', '--alias', 'dredger'],
      { kind: 'split', entity: 'heron', name: 'Heron II', aliases: ['dredger'], documents: ['a.md', 'b.md'] },
      'split "Heron II" from heron: "dredger", a.md, b.md',
    ],
    [
      ['edit', 'inn', '--name', 'The Eel'],
      { kind: 'rename', entity: 'inn', name: 'The Eel' },
      'rename inn to "The Eel"',
    ],
    [['edit', 'inn', '--type', 'ruin'], { kind: 'retype', entity: 'inn', type: 'ruin' }, 'retype inn as ruin'],
    [
      ['add', 'Yard', '--type', 'place', '--definition', 'A yard.'],
      { kind: 'add-entity', name: 'Yard', type: 'place', aliases: [], definition: 'A yard.' },
      'add "Yard" as place',
    ],
    [
      ['edit', 'inn', '--add-alias', 'Eel', '--remove-alias', 'Heron'],
      { kind: 'edit-entity', entity: 'inn', addAliases: ['Eel'], removeAliases: ['Heron'] },
      'edit inn: also "Eel", not "Heron"',
    ],
    [['delete', 'inn'], { kind: 'delete-entity', entity: 'inn' }, 'delete inn'],
    [
      ['add', 'mara', 'kept by', 'inn'],
      { kind: 'add-relation', from: 'mara', type: 'kept_by', to: 'inn' },
      'relate mara kept_by inn',
    ],
    [
      ['add', 'mara', 'keeps', 'inn', '--instead-of', 'kept_by'],
      { kind: 'edit-relation', from: 'mara', type: 'kept_by', to: 'inn', becomes: { type: 'keeps' } },
      'relate mara keeps inn instead of mara kept_by inn',
    ],
    [
      ['delete', 'mara', 'keeps', 'inn'],
      { kind: 'delete-relation', from: 'mara', type: 'keeps', to: 'inn' },
      'delete mara keeps inn',
    ],
  ])('%j is one correction', async (words, correction, said) => {
    const { exitCode, stdout, calls, opened } = await runArbiter(['entities', ...words, '-c', 'coast'], {
      scripts: library(),
      env,
    });
    expect(calls.map(({ input }) => input)).toEqual([{ collection: 'coast', by: 'ann', corrections: [correction] }]);
    expect([exitCode, stdout]).toEqual([0, `Correction 3 of coast: ${said}\n`]);
    expect(opened).toMatchObject([{ readOnly: false }]);
  });

  it('changes type, aliases and name in one request, the name last', async () => {
    const words = ['edit', 'inn', '--name', 'The Eel', '--type', 'ruin', '--add-alias', 'Eel'];
    const { calls } = await runArbiter(['entities', ...words], { scripts: library(), env });
    const kinds = ['retype', 'edit-entity', 'rename'].map((kind) => expect.objectContaining({ kind }) as unknown);
    expect(calls[0]?.input).toMatchObject({ corrections: kinds });
  });

  it('passes on who says so and why, and prints what another program reads', async () => {
    const { stdout, calls } = await runArbiter(
      ['entities', 'delete', 'inn', '--by', 'Ben', '--reason', 'it is a verb', '--json'],
      { scripts: library() },
    );
    expect(calls[0]?.input).toMatchObject({ collection: 'default', by: 'Ben', reason: 'it is a verb' });
    expect(JSON.parse(stdout)).toMatchObject({ ids: [3], version: 'v2', notApplied: [] });
  });

  it('says what could not be applied, and that the graph could not be built', async () => {
    const more = { version: null, notApplied: [{ id: 1, problem: 'The knowledge graph has no entity "inn".' }] };
    const { exitCode, stderr } = await runArbiter(['entities', 'delete', 'mara'], { scripts: library(more), env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the next build applies it');
    expect(stderr).toContain('Correction 1 could not be applied: The knowledge graph has no entity "inn".');
  });

  it.each([
    [['merge', 'a']],
    [['merge', '--into', 'a']],
    [['merge', 'a', '--into', 'a']],
    [['split', 'a', '--name', 'B']],
    [['edit', 'a']],
    [['delete', 'a', 'near']],
    [['add', 'Yard']],
    [['add', 'a', 'near', 'a']],
    [['add', 'a', 'near']],
    [['add', 'a', 'near', 'b', '--alias', 'c']],
    [['add', 'a', '--type', 'place', '--instead-of', 'near']],
    [['corrections', '--undo', '0']],
  ])('refuses %j', async (words) => {
    const { exitCode, stderr, opened } = await runArbiter(['entities', ...words], { scripts: library(), env });
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).not.toBe('');
  });

  it('corrections lists all pages, with what became of each', async () => {
    const pages: Record<number, object> = {
      0: { corrections: [{ ...RENAMED, id: 1, state: 'not-applied', problem: 'No entity "inn".' }], next: 1 },
      1: {
        corrections: [
          { ...RENAMED, state: 'undone', undoneBy: { id: 3, recordedAt: AT, by: 'Ben' } },
          { ...RENAMED, id: 4, reason: null, state: 'pending' },
        ],
        next: null,
      },
    };
    const scripts: Record<string, Script> = {
      'ingestion.list-graph-corrections': (input) => pages[(input as { after: number }).after]!,
    };
    const { stdout, opened } = await runArbiter(['entities', 'corrections'], { scripts });
    expect(stdout).toBe(
      [
        '1  rename inn to "The Eel" · NOT APPLIED',
        `   Ann · ${AT} · a new sign`,
        '   No entity "inn".',
        `2  rename inn to "The Eel" · undone by Ben at ${AT} (undo 3)`,
        `   Ann · ${AT} · a new sign`,
        '4  rename inn to "The Eel" · applied by the next build',
        `   Ann · ${AT}`,
        '',
      ].join('\n'),
    );
    expect(opened).toMatchObject([{ readOnly: true }]);
  });

  it('corrections says that there are none', async () => {
    const scripts = { 'ingestion.list-graph-corrections': { output: { corrections: [], next: null } } };
    expect((await runArbiter(['entities'], { scripts })).stderr).toContain(
      'Nobody has corrected the graph of default.',
    );
  });

  it('undo says what no longer counts, and what counts again', async () => {
    const undo = (correction: object, repeated = false) =>
      runArbiter(['entities', '--undo', '2', '--by', 'Ben'], {
        scripts: {
          'ingestion.undo-graph-correction': {
            output: { correction: { ...RENAMED, ...correction }, repeated, version: 'v1', notApplied: [] },
          },
        },
      });
    const undone = { state: 'undone', undoneBy: { id: 3, recordedAt: AT, by: 'Ben' } };
    const { stdout, calls } = await undo(undone);
    expect(calls).toMatchObject([{ input: { collection: 'default', id: 2, by: 'Ben' } }]);
    expect(stdout).toMatch(/^Correction 2 no longer counts:\n2 {2}rename/);
    expect((await undo(undone, true)).stdout).toMatch(/^Correction 2 no longer counts, and did so before:/);
    expect((await undo({})).stdout).toMatch(/^Correction 2 counts again:/);
  });
});
