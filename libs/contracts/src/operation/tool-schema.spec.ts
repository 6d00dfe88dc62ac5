import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { toolSchemaOf } from './tool-schema.js';

const input = (field: z.ZodType): unknown => {
  const { properties } = toolSchemaOf(z.strictObject({ field }), 'input') as { properties: { field: unknown } };
  return properties.field;
};

describe('toolSchemaOf', () => {
  it('publishes no dialect, and closed objects with the names of their fields', () => {
    expect(toolSchemaOf(z.strictObject({ pattern: z.string(), format: z.boolean().optional() }), 'input')).toEqual({
      type: 'object',
      properties: { pattern: { type: 'string' }, format: { type: 'boolean' } },
      required: ['pattern'],
      additionalProperties: false,
    });
  });

  it.each<[string, z.ZodType, unknown]>([
    ['lookaround', z.string().regex(/^(?!-)[a-z]+$/), { type: 'string' }],
    ['property classes', z.string().regex(/^\p{L}+$/u), { type: 'string' }],
    ['shorthands', z.string().regex(/^\d{4}$/), { type: 'string' }],
    ['bounds of lengths', z.string().min(1).max(65_536), { type: 'string', minLength: 1 }],
    [
      'bounds of lists',
      z.array(z.string().max(9)).min(1).max(5_000),
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
    ['exclusive bounds', z.number().positive().max(9), { type: 'number', maximum: 9 }],
    ['the range of integers', z.int().min(1), { type: 'integer', minimum: 1 }],
    ['addresses', z.url(), { type: 'string', description: 'An address such as https://example.org/a.' }],
    ['dates', z.iso.date().describe('The last day.'), { type: 'string', description: 'The last day.' }],
    ['constants', z.literal(['a']), { type: 'string', enum: ['a'] }],
    ['constants that are no text', z.literal(true), { type: 'boolean' }],
    ['types side by side', z.union([z.string(), z.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['null', z.string().max(3).nullable(), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'maps',
      z.record(z.string().max(3), z.string().max(3)),
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [
      'pairs',
      z.tuple([z.string().max(3), z.string().max(3)]),
      { type: 'array', items: { type: 'string' }, minItems: 2 },
    ],
    [
      'unions by a kind',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), at: z.string().regex(/\w/) }),
        z.object({ kind: z.literal('b') }),
      ]),
      {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', enum: ['a'] }, at: { type: 'string' } },
            required: ['kind', 'at'],
          },
          { type: 'object', properties: { kind: { type: 'string', enum: ['b'] } }, required: ['kind'] },
        ],
      },
    ],
  ])('writes %s plainly', (_kind, schema, expected) => {
    expect(input(schema)).toEqual(expected);
  });

  it('keeps defaults and examples as they are', () => {
    expect(input(z.object({ pattern: z.string() }).default({ pattern: '\\d' }))).toMatchObject({
      default: { pattern: '\\d' },
    });
  });
});
