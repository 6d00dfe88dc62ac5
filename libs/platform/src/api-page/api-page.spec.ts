import { createHash } from 'node:crypto';
import { buildOpenApi, defineOperation, OPERATIONS, type OpenApiDocument } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { renderApiPage } from './api-page.js';

afterEach(closeDoors);

const TAGS = 'html meta title style main h1 h2 h3 p a b small code pre details summary div'.split(' ');
const tagsIn = (page: string) => [...new Set([...page.matchAll(/<\/?([^\s/>]+)/g)].map(([, tag]) => tag))];
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
    const other = await fetch(`${door.url}/openapi.json`);
    expect(other.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('tells every operation with its fields, limits and examples', async () => {
    const page = await (await fetch(`${(await openDoor()).url}/docs`)).text();
    expect(page).toContain(
      '<summary><b>PUT</b> <code>/v1/things/{id}</code> Test.</summary><div id="retrieverSaveThing">',
    );
    expect(page).toContain('<b>id</b>: string <small>minLength 2; in: path. </small>');
    expect(page).toContain('  <b>note</b>?: string\n  <b>count</b>?: integer <small>default 1</small>\n}');
    expect(page).toContain('<h3>201</h3><p><code>application/json</code></p>');
    expect(page).toContain('<p><b>413</b> PAYLOAD_TOO_LARGE; not retryable.</p>');
  });

  it('leads nowhere but to its own parts, and knows all that our operations say', () => {
    const page = renderApiPage(buildOpenApi(OPERATIONS, { title: 'Arbiter', version: '1.2.3' }));
    const [ids, links] = [valuesOf(page, 'id'), valuesOf(page, 'href')];
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((link) => link !== '/openapi.json' && !ids.includes(link.slice(1)))).toEqual([]);
    expect(tagsIn(page).filter((tag) => !TAGS.includes(tag ?? ''))).toEqual(['!doctype']);
    expect(page).not.toMatch(/undefined|\[object|any value \|/);
  });

  it('takes whatever a document says for text', () => {
    const evil = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">\'&';
    const operation = defineOperation({
      name: 'retriever.evil',
      summary: evil,
      role: 'reader',
      idempotent: true,
      http: { method: 'POST', path: '/v1/evil' },
      input: z.strictObject({
        [evil]: z.enum([evil]).default(evil).describe(evil),
        more: z.literal(evil),
        re: z.string().regex(/<b>/),
      }),
      output: z.strictObject({ [evil]: z.array(z.record(z.string(), z.union([z.literal(evil), z.number()]))) }),
      examples: { [evil]: { [evil]: evil } },
    });
    const document = buildOpenApi([operation], { title: evil, version: evil });
    const schemas: OpenApiDocument['components']['schemas'] = {
      ...document.components.schemas,
      [evil]: { $ref: `#/x/${evil}"` },
    };
    const named = { ...document, tags: [{ name: 'retriever' }, { name: evil }] };
    const page = renderApiPage({ ...named, components: { ...document.components, schemas } });
    expect(tagsIn(page).filter((tag) => !TAGS.includes(tag ?? ''))).toEqual(['!doctype']);
    expect(page).not.toContain('onerror="');
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
  });
});
