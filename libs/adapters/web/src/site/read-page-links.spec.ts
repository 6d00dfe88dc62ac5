import { describe, expect, it } from '@jest/globals';
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

  it.each<[string, string]>([
    ['a tower of elements', '<div><p></i>'.repeat(300_000)],
    [
      'an element with attributes without end',
      `<a ${Array.from({ length: 400_000 }, (_, index) => `a${index}`).join(' ')}>`,
    ],
    ['a comment that never ends', `<!--${'-'.repeat(3_000_000)}`],
    ['entities without end', `<a href="${'&amp;'.repeat(700_000)}">`],
  ])('is through with %s soon', (_what, html) => {
    const started = performance.now();
    of(html);
    // Linear work takes well below a second; quadratic work takes minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
