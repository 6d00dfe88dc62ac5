import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { RecoverableError, Result } from './tool-output.js';

describe('the message of a result', () => {
  const message = (llmMessage: string, metadata = {}) =>
    new Result({ objects: [{}, {}], name: 'pages', metadata, llmMessage }).message();

  it('counts the objects, names the result and quotes its metadata', () => {
    expect(message("{num_objects} {name} for '{query}' on {pages}", { query: 'lamp', pages: [3, 5] })).toBe(
      "2 pages for 'lamp' on 3, 5",
    );
  });

  it('keeps a placeholder that nothing is known for', () => {
    expect(message('page {page} of {constructor}')).toBe('page {page} of {constructor}');
  });

  it('does not take a value for a template', () => {
    expect(message('{query}', { query: '{name}' })).toBe('{name}');
  });
});

describe('a result', () => {
  it.each([-0.1, 1.1, Number.NaN])('refuses the confidence %p', (confidence) => {
    expect(() => new Result({ objects: [], confidence })).toThrow(RangeError);
  });
});

describe('an error that a model is told of', () => {
  it('keeps the message of our own errors and hides those of others', () => {
    expect(RecoverableError.from(new ArbiterError('NOT_FOUND', 'No such document.'))).toMatchObject({
      message: 'No such document.',
      recoverable: true,
    });
    expect(RecoverableError.from(new Error('/etc/key')).message).not.toContain('/etc/key');
  });

  it('ends a run that was cancelled', () => {
    expect(RecoverableError.from(new ArbiterError('CANCELLED', 'Gone.')).recoverable).toBe(false);
  });
});
