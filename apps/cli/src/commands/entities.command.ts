import {
  ArbiterError,
  correctGraph,
  GraphCorrection,
  listGraphCorrections,
  type OperationOutput,
  type OperationRequest,
  type RecordedCorrection,
  undoGraphCorrection,
} from '@arbiter/contracts';
import { type Command, Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderCorrections, wordCorrection } from '../render/render-corrections.js';
import { type CollectionTarget, onCollection, withCollection } from './collection-target.js';
import { examples, parseCount, severalTimes, type Execute, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';
import { originOf, type OriginOptions, withOrigin } from './origin-options.js';

type Correction = OperationRequest<typeof correctGraph>['corrections'][number];

interface CorrectOptions extends CollectionTarget, OriginOptions {}

/** Corrections that one request of a list asks for. */
const PAGE = 100;

export const registerEntities: Register = (program, execute) => {
  const entities = program
    .command('entities')
    .description(
      'Corrects the knowledge graph where the rules read it wrongly. Corrections are kept with who, when and why; every build ' +
        'of the graph applies them again.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter entities merge "Torven\'s corpse" "Guild Master Torven" --into Torven', 'three names, one person'],
        ['arbiter entities split Heron --name "Heron (dredger)" --document fleet/heron.md', 'one name, two things'],
        ['arbiter entities add "Pump 3" located_in "Hall 2" --reason "seen on the plan"', 'a relation that is missing'],
        ['arbiter entities corrections --undo 3', 'as it was before correction 3'],
      ]),
    );
  registerEntityCorrections(entities, execute);
  registerAdd(entities, execute);
  withOrigin(onCollection(entities.command('corrections', { isDefault: true })))
    .summary('list all corrections, and say which could not be applied; or undo one')
    .option('--undo <id>', 'undo a correction, or an undo; both stay on record', parseCount)
    .action(({ undo: id, ...options }: CorrectOptions & { readonly undo?: number }) =>
      execute((context) => (id === undefined ? list(options, context) : undo(id, options, context))),
    );
};

function registerEntityCorrections(entities: Command, execute: Execute): void {
  correcting(entities, 'merge', 'make several entities one; their names become aliases')
    .argument('<entity...>', 'names or ids')
    .requiredOption('--into <entity>', 'the entity that stays')
    .addOption(typeOption('its type; required where the types differ'))
    .action((merged: string[], { into, type, ...options }: CorrectOptions & { into: string; type?: string }) =>
      run(execute, options, { kind: 'merge', entities: merged, into, ...(type !== undefined && { type }) }),
    );
  correcting(entities, 'split', 'make aliases or documents of an entity an entity of their own')
    .argument('<entity>', 'name or id')
    .requiredOption('--name <name>', 'name of the new entity')
    .addOption(aliasOption())
    .addOption(new Option('--document <path>', 'may be given several times').argParser(severalTimes))
    .addOption(typeOption('of the new entity (default: that of the former)'))
    .option('--id <id>', 'of the new entity (default: from its name)')
    .action(
      (
        entity: string,
        {
          name,
          alias: aliases = [],
          document: documents = [],
          type,
          id,
          ...options
        }: CorrectOptions & { name: string; alias?: string[]; document?: string[]; type?: string; id?: string },
      ) =>
        run(execute, options, {
          ...{ kind: 'split', entity, name, aliases, documents },
          ...(type !== undefined && { type }),
          ...(id !== undefined && { id }),
        }),
    );
  correcting(entities, 'edit', 'change the name, the type, the aliases or the definition of an entity')
    .argument('<entity>', 'name or id')
    .option('--name <name>', 'its name from now on; the former becomes an alias')
    .addOption(typeOption('its type from now on'))
    .addOption(new Option('--add-alias <name>', 'may be given several times').argParser(severalTimes))
    .addOption(new Option('--remove-alias <name>', 'may be given several times').argParser(severalTimes))
    .option('--definition <sentence>', 'what it is, in place of the sentence of the documents')
    .action((entity: string, options: CorrectOptions & EditOptions) =>
      run(execute, options, ...edits(entity, options)),
    );
  correcting(entities, 'delete', 'delete an entity with its relations and mentions, or one relation of it')
    .argument('<entity>', 'name or id')
    .argument('[type]', 'of the relation that goes, such as located_in')
    .argument('[to]', 'the entity that it leads to, by name or id')
    .action((entity: string, type: string | undefined, to: string | undefined, options: CorrectOptions) =>
      run(
        execute,
        options,
        type === undefined
          ? { kind: 'delete-entity', entity }
          : { kind: 'delete-relation', from: entity, type, to: to ?? '' },
      ),
    );
}

interface EditOptions {
  readonly name?: string;
  readonly type?: string;
  readonly addAlias?: string[];
  readonly removeAlias?: string[];
  readonly definition?: string;
}

/** The new name last: the others find the entity by the one that was given. */
function edits(entity: string, given: EditOptions): readonly Correction[] {
  const { name, type, addAlias: addAliases = [], removeAlias: removeAliases = [], definition } = given;
  const isEdited = addAliases.length + removeAliases.length > 0 || definition !== undefined;
  return [
    ...(type === undefined ? [] : [{ kind: 'retype', entity, type } as const]),
    ...(isEdited || (name === undefined && type === undefined)
      ? [
          {
            kind: 'edit-entity',
            entity,
            addAliases,
            removeAliases,
            ...(definition !== undefined && { definition }),
          } as const,
        ]
      : []),
    ...(name === undefined ? [] : [{ kind: 'rename', entity, name } as const]),
  ];
}

interface AddOptions extends CorrectOptions {
  readonly type?: string;
  readonly alias?: string[];
  readonly definition?: string;
  readonly id?: string;
  readonly insteadOf?: string;
}

/** Options of an entity, which a relation has not. */
const OF_ENTITIES = ['type', 'alias', 'definition', 'id'];

function registerAdd(entities: Command, execute: Execute): void {
  correcting(entities, 'add', 'add an entity, for whose names the documents are searched; or a relation of one')
    .argument('<entity>', 'its name; of one that has a relation, name or id')
    .argument('[type]', 'of the relation, such as located_in')
    .argument('[to]', 'the entity that the relation leads to, by name or id')
    .addOption(typeOption('of a new entity, such as place'))
    .addOption(aliasOption())
    .option('--definition <sentence>', 'what a new entity is')
    .option('--id <id>', 'of a new entity (default: from its name)')
    .option('--instead-of <type>', 'the relation between the two that the new one replaces')
    .action(
      (entity: string, type: string | undefined, to: string | undefined, options: AddOptions, command: Command) => {
        if (type === undefined) refuseUnfit(command, ['insteadOf'], 'needs a relation: FROM TYPE TO');
        else refuseUnfit(command, OF_ENTITIES, 'is of an entity, not of a relation');
        return run(execute, options, addition(entity, type, to, options));
      },
    );
}

/** @throws ArbiterError INVALID_REQUEST for an entity without a type */
function addition(entity: string, relation: string | undefined, to = '', options: AddOptions): Correction {
  const { type, alias: aliases = [], definition, id, insteadOf } = options;
  if (relation !== undefined)
    return insteadOf === undefined
      ? { kind: 'add-relation', from: entity, type: relation, to }
      : { kind: 'edit-relation', from: entity, type: insteadOf, to, becomes: { type: relation } };
  if (type === undefined) throw new ArbiterError('INVALID_REQUEST', 'A new entity needs its --type, such as place.');
  return {
    ...{ kind: 'add-entity', name: entity, type, aliases },
    ...(definition !== undefined && { definition }),
    ...(id !== undefined && { id }),
  };
}

const aliasOption = (): Option =>
  new Option('--alias <name>', 'another name; may be given several times').argParser(severalTimes);
const typeOption = (meaning: string): Option => new Option('--type <type>', meaning);

function correcting(entities: Command, name: string, summary: string): Command {
  return withOrigin(onCollection(entities.command(name)).summary(summary));
}

function run(execute: Execute, options: CorrectOptions, ...corrections: readonly Correction[]): Promise<void> {
  return execute((context) => {
    const parsed = GraphCorrection.array().safeParse(corrections);
    if (parsed.success) return correct(parsed.data, options, context);
    const [issue] = parsed.error.issues;
    const path = issue?.path.slice(1) ?? [];
    const field = path.length > 0 ? `\`${path.join('.')}\` ` : '';
    throw new ArbiterError('INVALID_REQUEST', `The correction is invalid: ${field}${issue?.message ?? ''}.`);
  });
}

async function correct(
  corrections: readonly Correction[],
  options: CorrectOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return withCollection(options, { writes: true }, context, async (library, collection) => {
    const input = { collection, corrections: [...corrections], ...originOf(options, context) };
    const corrected = await library.request(correctGraph, input, { signal: context.interruption.signal });
    printResult(context, corrected, () =>
      corrected.corrections
        .map((one, index) => `Correction ${corrected.ids[index] ?? ''} of ${collection}: ${wordCorrection(one)}\n`)
        .join(''),
    );
    remarkOn(corrected, context);
    return EXIT.ok;
  });
}

async function undo(id: number, options: CorrectOptions, context: CommandContext): Promise<ExitCode> {
  return withCollection(options, { writes: true }, context, async (library, collection) => {
    const input = { collection, id: String(id), ...originOf(options, context) };
    const undone = await library.request(undoGraphCorrection, input, { signal: context.interruption.signal });
    const { correction, repeated } = undone;
    printResult(context, { collection, ...undone }, () => {
      const now = correction.state === 'undone' ? 'no longer counts' : 'counts again';
      return `Correction ${correction.id} ${repeated ? `${now}, and did so before` : now}:\n${renderCorrections([correction])}`;
    });
    remarkOn(undone, context);
    return EXIT.ok;
  });
}

async function list(target: CollectionTarget, context: CommandContext): Promise<ExitCode> {
  return withCollection(target, { writes: false }, context, async (library, collection) => {
    const { signal } = context.interruption;
    const corrections: RecordedCorrection[] = [];
    for (let after: number | null = 0; after !== null;) {
      const input = { collection, limit: PAGE, after };
      const page: OperationOutput<typeof listGraphCorrections> = await library.request(listGraphCorrections, input, {
        signal,
      });
      corrections.push(...page.corrections);
      after = page.next;
    }
    printResult(context, { collection, corrections }, () => renderCorrections(corrections));
    if (corrections.length === 0 && !context.options.json)
      remark(context, `Nobody has corrected the graph of ${collection}.`);
    return EXIT.ok;
  });
}

function remarkOn(
  { version, notApplied }: Pick<OperationOutput<typeof correctGraph>, 'version' | 'notApplied'>,
  context: CommandContext,
): void {
  if (context.options.json) return;
  if (version === null)
    remark(context, 'It is recorded; the graph could not be built now, and the next build applies it.');
  for (const { id, problem } of notApplied) remark(context, `Correction ${id} could not be applied: ${problem}`);
}
