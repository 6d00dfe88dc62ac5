import { describe, expect, it } from '@jest/globals';
import { pathList } from './value-schemas.js';

describe('pathList', () => {
  it.each([
    ['/srv/a,/srv/b', ':', ['/srv/a', '/srv/b']],
    ['/srv/a:/srv/b', ':', ['/srv/a', '/srv/b']],
    [' /srv/a , /srv/b:: ', ':', ['/srv/a', '/srv/b']],
    ['/srv/a;b', ':', ['/srv/a;b']],
    [String.raw`C:\a;D:\b,E:\c`, ';', [String.raw`C:\a`, String.raw`D:\b`, String.raw`E:\c`]],
    ['', ':', []],
  ])('reads %j with the separator %s', (given, separator, paths) => {
    expect(pathList(separator).parse(given)).toEqual(paths);
  });

  it('leaves the paths of a sequence whole', () => {
    expect(pathList(':').parse(['/srv/a:b', '/srv/c,d', ' '])).toEqual(['/srv/a:b', '/srv/c,d']);
  });
});
