import { createHash } from 'node:crypto';
import { buildOpenApi, defineOperation, OPERATIONS } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { renderApiPage } from './api-page.js';

afterEach(closeDoors);

const TAGS = '!doctype html meta title style main h1 h2 p a b small code pre details summary'.split(' ');
const strangersIn = (page: string) => [...page.matchAll(/<\/?([^\s/>]+)/g)].filter(([, tag]) => !TAGS.includes(tag!));
const valuesOf = (page: string, attribute: string) =>
  [...page.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

describe('the page of the API', () => {
  it('is for everybody, may use nothing but its own style, and leaves other answers as strict as they are', async () => {
    const door = await openDoor({ authenticate: () => Promise.reject(new Error('asked for a key')) });
    const response = await fetch(`${door.url}/docs`);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page).not.toMatch(/<script|style="|\son\w+=|https?:\/\//);
    expect(page).toContain(
      '<summary><b>PUT</b> <code>/v1/things/{id}</code> Test.</summary><pre id="retrieverSaveThing">',
    );
    const other = await fetch(`${door.url}/openapi.json`);
    expect(other.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('tells all that our operations say, and leads nowhere but to its own parts', () => {
    const page = renderApiPage(buildOpenApi(OPERATIONS, { title: 'Arbiter', version: '1.2.3' }));
    expect(page).toContain(
      'requestBody:\n  required: true\n  content:\n    application/json:\n      schema:\n        $ref: <a ',
    );
    expect(page).toContain('parameters:\n  - $ref: <a href="#parameters-requestId">requestId</a>\n  - $ref: ');
    const [ids, links] = [valuesOf(page, 'id'), valuesOf(page, 'href')];
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((link) => link !== '/openapi.json' && !ids.includes(link.slice(1)))).toEqual([]);
    expect(page).not.toContain('#/components');
    expect(strangersIn(page)).toEqual([]);
  });

  it('takes whatever a document says for text', () => {
    const evil = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">\'&';
    const operation = defineOperation({
      name: 'retriever.evil',
      summary: evil,
      role: 'reader',
      idempotent: true,
      http: { method: 'POST', path: '/v1/evil' },
      input: z.strictObject({ [evil]: z.enum([evil]).default(evil).describe(evil), re: z.string().regex(/<b>/) }),
      output: z.strictObject({ [evil]: z.array(z.record(z.string(), z.union([z.literal(evil), z.number()]))) }),
      examples: { [evil]: { [evil]: evil } },
    });
    const { paths, components, ...rest } = buildOpenApi([operation], { title: evil, version: evil });
    const schemas = { ...components.schemas, [evil]: { $ref: `#/components/x/${evil}"` } };
    const page = renderApiPage({
      ...rest,
      paths: { ...paths, [evil]: paths['/v1/evil']! },
      components: { ...components, schemas },
      tags: [...rest.tags, { name: evil }],
    });
    expect(strangersIn(page)).toEqual([]);
    expect(page).not.toContain('onerror="');
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
  });
});
