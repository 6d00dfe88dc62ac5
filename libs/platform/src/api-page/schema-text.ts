import type { JsonSchema } from '@arbiter/contracts';
import { markup, type Markup } from './markup.js';

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxLength'];
const SHOWN = [...LIMITS, 'minItems', 'maxItems', 'format', 'pattern', 'default'];
/** What zod writes for a whole number without a bound. */
const NO_BOUND: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** A schema as programmers write types: `{ name: string }`, with its limits, and with links to schemas that have names. */
export function schemaText(schema: JsonSchema, indent = ''): Markup {
  const known = SHOWN.filter((keyword) => schema[keyword] !== undefined && !NO_BOUND.has(schema[keyword]));
  const limits = known.map((keyword) => `${keyword} ${JSON.stringify(schema[keyword])}`).join(', ');
  const about = [limits, schema.description].filter(Boolean).join('; ');
  return markup`${typeText(schema, indent)}${about === '' ? '' : markup` <small>${about}</small>`}`;
}

/** The line of a field. */
export function fieldText(name: string, schema: JsonSchema, isRequired: boolean, indent = ''): Markup {
  return markup`${indent}<b>${name}</b>${isRequired ? '' : '?'}: ${schemaText(schema, indent)}\n`;
}

function typeText(schema: JsonSchema, indent: string): Markup {
  const { $ref: reference, const: constant, enum: choices, type } = schema;
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    return markup`<a href="#schema-${name}">${name}</a>`;
  }
  if (constant !== undefined) return markup`${JSON.stringify(constant)}`;
  if (Array.isArray(choices)) return markup`${choices.map((choice) => JSON.stringify(choice)).join(' | ')}`;
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(variants)) {
    const separator = schema.allOf ? ' & ' : ' | ';
    return markup`${variants.map((one, index) => markup`${index > 0 ? separator : ''}${schemaText(asSchema(one), indent)}`)}`;
  }
  if (type === 'array') return markup`list of ${schemaText(asSchema(schema.items), indent)}`;
  if (schema.properties !== undefined) return objectText(schema, indent);
  if (type === 'object') return markup`map of ${schemaText(asSchema(schema.additionalProperties), indent)}`;
  return markup`${type === undefined ? 'any value' : [type].flat().map(String).join(' | ')}`;
}

function objectText({ properties, required = [] }: JsonSchema, indent: string): Markup {
  const fields = Object.entries(asSchema(properties)).map(([name, field]) =>
    fieldText(name, asSchema(field), (required as readonly unknown[]).includes(name), `${indent}  `),
  );
  return markup`{\n${fields}${indent}}`;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}
