import { describe, expect, it } from '@jest/globals';
import { diskFaultOf } from './disk-fault.js';

function errorWith(code: unknown, message = 'no'): Error {
  return Object.assign(new Error(message), { code });
}

describe('the fault of a disk', () => {
  it.each([
    ['as Node.js tells it', errorWith('ENOSPC'), 'disk full'],
    [
      'as LMDB tells it',
      errorWith(27, 'File too large: Attempting to write page'),
      'a file would exceed the size limit of this process',
    ],
    [
      'as Rust tells it',
      new Error('LanceError(IO): Permission denied (os error 13), /rustc/x.rs:1'),
      'disk not writable',
    ],
    ['named in a message', new Error('EROFS: read-only file system, open'), 'disk read-only'],
    ['as a string', 'os error 24', 'too many open files'],
    ['as a code', 'ENAMETOOLONG', 'something else stands where Arbiter keeps its data'],
  ])('%s has its cause', (_how, thrown, cause) => {
    expect(diskFaultOf(thrown)).toMatchObject({ cause });
  });

  it.each([
    ["another program's code", errorWith(-30_798)],
    ['a code of no system', errorWith(9_999)],
    ['any other error', new Error('ERRORS happen, os error 2')],
    ['nothing', undefined],
  ])('is not found in %s', (_what, thrown) => {
    expect(diskFaultOf(thrown)).toBeNull();
  });
});
