import { beforeAll, describe, expect, it } from '@jest/globals';
import { countSteps } from '@arbiter/testing';
import { readPageLinks } from './site-page.js';

const URL_OF_PAGE = 'https://docs.example/guide/';
const of = (html: string, header = '') => readPageLinks(html, URL_OF_PAGE, header);

describe('readPageLinks', () => {
  it('finds links and areas, the next page and the base, with their entities', () => {
    const html = `<BASE href="/v2/"><base href="/v3/"><link rel=next href=page-2><link rel="stylesheet" href="a.css">
      <A HREF='a?x=1&amp;y=2'>a</A><area href=b><a name=c>no</a><a href="c" rel="noopener NoFollow">no</a>`;
    expect(of(html).links).toEqual([
      'https://docs.example/v2/page-2',
      'https://docs.example/v2/a?x=1&y=2',
      'https://docs.example/v2/b',
    ]);
  });

  it('finds nothing in scripts, comments and what is no element', () => {
    expect(
      of('<script>"<a href=a>"</script><!-- <a href=b> --><style><a href=c></style><title><a href=d></title>').links,
    ).toEqual([]);
  });

  it.each<[string, string, boolean, boolean]>([
    ['<meta name=robots content="noindex">', '', false, true],
    ['<meta name=Robots content="NONE">', '', false, false],
    ['<meta name=arbiter content="nofollow">', '', true, false],
    ['<meta name=otherbot content="noindex">', '', true, true],
    ['', 'otherbot: noindex, arbiter: nofollow', true, false],
    ['', 'noindex, nofollow', false, false],
  ])('heeds %s %s', (html, header, mayIndex, mayFollow) => {
    expect(of(html, header)).toMatchObject({ mayIndex, mayFollow });
  });

  it('takes the first address that a page names as its own', () => {
    expect(of('<link rel=canonical href=/a><link rel=canonical href=/b>').canonical).toBe('https://docs.example/a');
    expect(of('<p>').canonical).toBeNull();
  });

  describe('takes steps that grow with', () => {
    const PAGES: Record<string, (size: number) => string> = {
      'a tower of elements': (size) => '<div><p></i>'.repeat(size),
      // Names of one length: the page grows with their number alone.
      'an element with attributes without end': (size) =>
        `<a ${Array.from({ length: size }, (_, index) => `a${1_000_000 + index}`).join(' ')}>`,
      'a comment that never ends': (size) => `<!--${'-'.repeat(size)}`,
      'entities without end': (size) => `<a href="${'&amp;'.repeat(size)}">`,
    };
    let counted: readonly number[];
    beforeAll(async () => {
      const calls = Object.values(PAGES).flatMap((page) => [500, 2_000].map((size) => [page(size), URL_OF_PAGE, '']));
      counted = await countSteps(new URL('./site-page.ts', import.meta.url), 'readPageLinks', calls);
    });

    it.each(Object.keys(PAGES).map((what, index) => [what, index] as const))('%s', (what, index) => {
      const [small = 0, large = 0] = counted.slice(2 * index);
      expect(small).toBeGreaterThan(500);
      // Four times the page; quadratic work would take sixteen times the steps.
      expect(large).toBeLessThan(4.3 * small);
      // A limit of the engine, of its stack for instance, shows only in long pages.
      expect(() => of(PAGES[what]!(300_000))).not.toThrow();
    });
  });
});
