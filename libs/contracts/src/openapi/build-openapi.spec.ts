import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { IngestionSource } from '../ingestion/ingestion-source.js';
import { annotationHeader } from '../operation/annotations.js';
import { pieceAsked } from '../operation/byte-pieces.js';
import { type AnyOperation, defineOperation, type HttpRoute, pathParameters } from '../operation/define-operation.js';
import { OPERATIONS } from '../operations.js';
import { buildOpenApi } from './build-openapi.js';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, ParameterObject } from './openapi-document.js';

const document = buildOpenApi(OPERATIONS, { title: 'Arbiter', version: '0.1.0' });
const routed = OPERATIONS.flatMap((operation) =>
  operation.http ? [{ name: operation.name, operation, route: operation.http }] : [],
);
const described = (route: HttpRoute): OpenApiOperation => document.paths[route.path]![route.method.toLowerCase()]!;
const own = (route: HttpRoute) =>
  described(route).parameters.filter((parameter): parameter is ParameterObject => !('$ref' in parameter));

function ajvOf({ components }: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'https://openapi.invalid/', components });
  return ajv;
}

/** It keeps each component that it has compiled, and most operations refer to the same ones. */
const ajvOfDocument = ajvOf(document);

/** Compiles a schema that may refer to the document's components. */
function validatorOf(schema: JsonSchema, whole: OpenApiDocument = document): ValidateFunction {
  const ajv = whole === document ? ajvOfDocument : ajvOf(whole);
  const absolute = JSON.stringify(schema).replaceAll('"#/components', '"https://openapi.invalid/#/components');
  return ajv.compile(JSON.parse(absolute) as object);
}

describe('the OpenAPI document', () => {
  it('is valid by the published schema of OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('would not be valid with a parameter that is nowhere', async () => {
    const parameters = { lost: { name: 'lost', schema: {} } };
    const broken = { ...document, components: { ...document.components, parameters } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it('has components for every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, kind, name] of references) expect(document.components).toHaveProperty([kind!, name!]);
  });

  it('refers to nothing outside of itself', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components)|"\$defs"|"\$id"/);
  });

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('names each operation once', () => {
    const ids = routed.map(({ route }) => described(route).operationId);
    expect(new Set(ids).size).toBe(routed.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it('is the same every time', () => {
    expect(JSON.stringify(buildOpenApi(OPERATIONS, document.info))).toBe(JSON.stringify(document));
  });
});

describe.each(routed)('the description of $name', ({ operation, route }) => {
  it('declares exactly the parameters in braces as those of the path', () => {
    const inPath = own(route).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(pathParameters(route));
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  it('names the role that a key or token must have', () => {
    const { role } = operation;
    expect(described(route).security).toEqual([{ bearer: [role] }, { apiKey: [role] }, {}]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'apiKey']);
  });

  it('puts every field of the input in one place', () => {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    const body = described(route).requestBody?.content['application/json']?.schema;
    const resolved = body && '$ref' in body ? document.components.schemas[String(body.$ref).split('/').at(-1)!] : body;
    const inBody = Object.keys(resolved?.properties ?? {});
    const inAddress = own(route).filter((parameter) => parameter.in !== 'header');
    // Pieces are the door's matter, not the client's.
    const ofClient = Object.keys(properties).filter((name) => !route.multipart && !(route.bytes && name in pieceAsked));
    expect([...inAddress.map(({ name }) => name), ...inBody].sort()).toEqual(ofClient.sort());
  });

  it('has an accepted schema for every accepted example', () => {
    const { requestBody } = described(route);
    for (const input of Object.values(operation.examples)) {
      const fields = input as Record<string, unknown>;
      for (const { name, schema } of own(route)) {
        if (!(name in fields)) continue;
        const validate = validatorOf(schema);
        expect([validate(fields[name]), validate.errors]).toEqual([true, null]);
      }
      if (!requestBody || route.multipart) continue;
      const inPath = pathParameters(route);
      const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.includes(name)));
      const validate = validatorOf(requestBody.content['application/json']!.schema);
      expect([validate(body), validate.errors]).toEqual([true, null]);
    }
  });

  it('tells of every error that it lists', () => {
    const { responses } = described(route);
    for (const code of operation.errors) {
      const telling = Object.values(responses).flatMap((response) =>
        '$ref' in response ? [response.$ref.split('/').at(-1)!] : [],
      );
      const descriptions = telling.map((name) => document.components.responses[name]!.description);
      expect(descriptions.join(' ')).toContain(code);
    }
  });

  it('has a header for every annotation', () => {
    const success = described(route).responses[String(route.status ?? 200)]!;
    const headers = 'headers' in success ? Object.keys(success.headers ?? {}) : [];
    const names = Object.keys(operation.annotations ?? {});
    expect(headers).toEqual([...names.map(annotationHeader), ...(names.includes('timing') ? ['Server-Timing'] : [])]);
  });

  it('offers streams exactly where there are events', () => {
    const success = described(route).responses[String(route.status ?? 200)]!;
    const types = 'content' in success ? Object.keys(success.content) : [];
    expect(types.includes('application/x-ndjson')).toBe(operation.events !== undefined);
    const isBare = operation.http?.bareStream !== undefined;
    expect(types.includes('text/event-stream')).toBe(operation.events !== undefined && !isBare);
    expect(types.includes('application/json')).toBe(!isBare && !route.bytes && route.mediaType === undefined);
  });
});

describe('the description of bytes', () => {
  it('has the ranges of a file, which no address names', () => {
    const { parameters, responses } = described({ method: 'GET', path: '/v1/documents/{documentId}/original' });
    expect(JSON.stringify(parameters)).toContain('"Range"');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
  });

  it('takes files as a form', () => {
    const { requestBody, parameters } = described({ method: 'POST', path: '/v1/uploads' });
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['multipart/form-data']);
    expect(JSON.stringify(parameters)).not.toContain('uploadId');
  });
});

describe('the schema of a request', () => {
  const schemaOf = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

  it.each([
    ['an unknown field', { query: 'x', temperature: 1 }],
    ['a limit out of range', { query: 'x', limit: 101 }],
    ['no query', {}],
  ])('refuses %s', (_, input) => {
    expect(validatorOf(schemaOf('RetrieverSearchRequest'))(input)).toBe(false);
  });

  it('lets what has a default be left out, which is always there in a response', () => {
    const source = { kind: 'inline', name: 'a.md', content: 'x' };
    expect(validatorOf(schemaOf('IngestionSourceInput'))(source)).toBe(true);
    expect(validatorOf(schemaOf('IngestionSource'))(source)).toBe(false);
    expect(validatorOf(schemaOf('IngestionSource'))(IngestionSource.parse(source))).toBe(true);
  });
});

describe('the schema of a stream', () => {
  const success = described(routed.find(({ name }) => name === 'orchestrator.query')!.route).responses['200']!;
  const schema = 'content' in success ? success.content['application/x-ndjson']!.schema : {};

  it.each([
    ['an event', { type: 'stage', stage: 'plan', status: 'started', ms: 0, detail: '' }, true],
    ['an event of another kind', { type: 'token', text: 'x' }, false],
    ['a result that is none', { type: 'result', result: {} }, false],
    [
      'an error',
      {
        type: 'error',
        error: {
          type: 'urn:x',
          title: 't',
          status: 503,
          detail: 'd',
          code: 'UNAVAILABLE',
          retryable: true,
          requestId: 'r',
        },
      },
      true,
    ],
  ])('says of %s whether it may be a line', (_, line, valid) => {
    expect(validatorOf(schema)(line)).toBe(valid);
  });
});

describe('buildOpenApi', () => {
  const define = (name: 'retriever.one' | 'retriever.two', input: z.ZodType, http: HttpRoute): AnyOperation =>
    defineOperation({
      name,
      revision: 1,
      summary: 'Test.',
      input,
      output: z.strictObject({ ok: z.boolean() }),
      errors: [],
      role: 'reader',
      idempotent: true,
      deadlineMs: 1,
      http,
      examples: { one: { id: 'x', note: 'y' } },
    });
  const info = { title: 'T', version: '1' };
  const Input = z.strictObject({ id: z.string(), note: z.string() });

  it('puts annotations into the headers, and on the last message of a stream', () => {
    const plain = define('retriever.one', Input, { method: 'POST', path: '/v1/x' });
    const operation = defineOperation({
      ...plain,
      name: 'retriever.one',
      events: z.strictObject({ type: z.literal('n') }),
      annotations: { mode: 'How.' },
    });
    const document = buildOpenApi([operation], info);
    const success = document.paths['/v1/x']!.post!.responses['200']!;
    expect(success).toMatchObject({ headers: { 'Arbiter-Mode': { description: 'How.' } } });
    const { schema } = ('content' in success ? success.content : {})['application/x-ndjson']!;
    const validate = validatorOf(schema, document);
    const result = { type: 'result', result: { ok: true } };
    expect(validate(result)).toBe(true);
    expect(validate({ ...result, annotations: { mode: 'keyword' } })).toBe(true);
    expect(validate({ ...result, annotations: { other: 'keyword' } })).toBe(false);
  });

  it('splits an input between path and body', () => {
    const { paths } = buildOpenApi([define('retriever.one', Input, { method: 'PUT', path: '/v1/x/{id}' })], info);
    const { parameters, requestBody } = paths['/v1/x/{id}']!.put!;
    expect(parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true });
    expect(requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: { required: ['note'], properties: { note: { type: 'string' } } },
          examples: { one: { value: { note: 'y' } } },
        },
      },
    });
  });

  it('refuses two operations on one route', () => {
    const route: HttpRoute = { method: 'GET', path: '/v1/x' };
    expect(() =>
      buildOpenApi([define('retriever.one', Input, route), define('retriever.two', Input, route)], info),
    ).toThrow('share the route GET /v1/x');
  });

  it('refuses a path parameter that is no field of the input', () => {
    const operation = define('retriever.one', Input, { method: 'GET', path: '/v1/x/{ident}' });
    expect(() => buildOpenApi([operation], info)).toThrow('no input field for {ident}');
  });

  it('refuses an input that is no object', () => {
    const operation = define('retriever.one', z.array(z.string()), { method: 'POST', path: '/v1/x' });
    expect(() => buildOpenApi([operation], info)).toThrow('must be an object');
  });
});
