import type { Vocabulary } from './vocabulary.js';

/** An entity as a language model tells it; nothing of it is checked yet. */
export interface ToldEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** The sentence that says best what it is. */
  readonly quote: string;
}

export interface ToldRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly quote: string;
  /** Whether the text only reports it. */
  readonly isReported: boolean;
}

export interface ModelAnswer {
  readonly entities: readonly ToldEntity[];
  readonly relations: readonly ToldRelation[];
  /** Items that have another form than they should. */
  readonly malformed: number;
  /** Items beyond those that one answer may have. */
  readonly surplus: number;
}

/** Of one answer so many are read: a window of some 1,500 tokens does not name more. */
const MOST_ENTITIES = 150;
const MOST_RELATIONS = 250;
const MOST_ALIASES = 8;
const LONGEST_NAME = 120;
/** A quote of a whole page proves nothing. In UTF-16 code units. */
const LONGEST_QUOTE = 800;

/** The JSON Schema of an answer, in the subset that all vendors take. */
export function answerSchema({ entityTypes, relationTypes }: Vocabulary): Readonly<Record<string, unknown>> {
  const text = { type: 'string' };
  return closed({
    entities: list(closed({ name: text, type: oneOf(entityTypes), aliases: list(text), quote: text })),
    relations: list(
      closed({
        from: text,
        type: oneOf(relationTypes.map(({ type }) => type)),
        to: text,
        certainty: oneOf(['stated', 'reported']),
        quote: text,
      }),
    ),
  });
}

/**
 * Reads an answer of any shape. Items with a mistake are counted and left out, the others stay.
 *
 * @returns a sentence for the model if the answer as a whole has another form
 */
export function readModelAnswer(output: unknown): ModelAnswer | { readonly problem: string } {
  if (!isRecord(output)) return { problem: 'the answer is no JSON object' };
  const { entities, relations } = output;
  if (!Array.isArray(entities) || !Array.isArray(relations))
    return { problem: '"entities" and "relations" must both be lists' };
  const [toldEntities, toldRelations] = [
    entities.slice(0, MOST_ENTITIES).map(readEntity),
    relations.slice(0, MOST_RELATIONS).map(readRelation),
  ];
  const wellFormed = { entities: toldEntities.filter(isThere), relations: toldRelations.filter(isThere) };
  const read = toldEntities.length + toldRelations.length;
  return {
    ...wellFormed,
    malformed: read - wellFormed.entities.length - wellFormed.relations.length,
    surplus: entities.length + relations.length - read,
  };
}

function readEntity(item: unknown): ToldEntity | null {
  if (!isRecord(item)) return null;
  const { name, type, aliases = [], quote } = item;
  if (!isText(name, LONGEST_NAME) || !isText(type, LONGEST_NAME) || !isText(quote, LONGEST_QUOTE)) return null;
  const others: readonly unknown[] = Array.isArray(aliases) ? aliases.slice(0, MOST_ALIASES) : [];
  return { name, type, aliases: others.filter((alias) => isText(alias, LONGEST_NAME)), quote };
}

function readRelation(item: unknown): ToldRelation | null {
  if (!isRecord(item)) return null;
  const { from, type, to, quote, certainty } = item;
  if (![from, type, to].every((text) => isText(text, LONGEST_NAME)) || !isText(quote, LONGEST_QUOTE)) return null;
  return { ...({ from, type, to } as ToldRelation), quote, isReported: certainty !== 'stated' };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

function closed(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function list(items: unknown): Readonly<Record<string, unknown>> {
  return { type: 'array', items };
}

function oneOf(values: readonly string[]): Readonly<Record<string, unknown>> {
  return { type: 'string', enum: [...new Set(values)] };
}
