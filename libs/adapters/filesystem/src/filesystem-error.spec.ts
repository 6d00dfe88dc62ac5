import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { fromFilesystemError } from './filesystem-error.js';

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: /secret/path`), { code, syscall: 'open' });

describe('fromFilesystemError', () => {
  it.each([
    ['ENOSPC', 'data', 'UNAVAILABLE'],
    ['EDQUOT', 'data', 'UNAVAILABLE'],
    ['EFBIG', 'data', 'UNAVAILABLE'],
    ['EROFS', 'data', 'UNAVAILABLE'],
    ['EACCES', 'data', 'UNAVAILABLE'],
    ['EACCES', 'source', 'FORBIDDEN'],
    ['EPERM', 'source', 'FORBIDDEN'],
    ['ENOENT', 'source', 'NOT_FOUND'],
    ['ELOOP', 'source', 'NOT_FOUND'],
    ['EMFILE', 'data', 'OVERLOADED'],
    ['EIO', 'data', 'UNAVAILABLE'],
  ] as const)('turns %s of %s into %s, and keeps the cause', (reason, owner, code) => {
    const cause = systemError(reason);
    const error = fromFilesystemError(cause, 'documents/a.txt', owner);
    expect(error).toMatchObject({ code, cause, details: { path: 'documents/a.txt', reason } });
    expect(error.message).toContain('"documents/a.txt"');
    expect(error.message).not.toContain('/secret');
  });

  it('says nothing about what is no error of the system', () => {
    const error = fromFilesystemError(new TypeError('x is not a function'), 'a.txt', 'data');
    expect(error).toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('x is not') });
  });

  it('gives back an ArbiterError as it is', () => {
    const error = new ArbiterError('CONFLICT', 'Taken.');
    expect(fromFilesystemError(error, 'a.txt', 'data')).toBe(error);
  });
});
