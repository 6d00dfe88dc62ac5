import { describe, expect, it } from '@jest/globals';
import { ArbiterError, ERROR_TABLE, type ErrorCode } from './errors.js';
import { ERROR_CODES, Problem, problemOf } from './openapi/problem.js';

describe('the error table', () => {
  it.each(Object.entries(ERROR_TABLE))('gives %s the status of an HTTP failure', (_, { status }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  it('calls exactly those retryable that may pass by themselves', () => {
    expect(ERROR_CODES.filter((code) => ERROR_TABLE[code].retryable)).toEqual([
      'RATE_LIMITED',
      'UNAVAILABLE',
      'OVERLOADED',
    ]);
  });

  it('blames the caller below 500 and the server from there', () => {
    const server: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', 'OVERLOADED', 'DEADLINE_EXCEEDED'];
    expect(ERROR_CODES.filter((code) => ERROR_TABLE[code].status >= 500)).toEqual(server);
  });
});

describe('an ArbiterError', () => {
  it('knows its status and whether a retry helps', () => {
    expect(new ArbiterError('OVERLOADED', 'Busy.')).toMatchObject({ status: 503, retryable: true, details: {} });
    expect(new ArbiterError('NOT_FOUND', 'Gone.')).toMatchObject({ status: 404, retryable: false });
  });

  it('made of one of ours is that one', () => {
    const error = new ArbiterError('CONFLICT', 'No.');
    expect(ArbiterError.from(error)).toBe(error);
  });

  it.each([new TypeError('/secret/path'), '/secret/path', { path: '/secret/path' }, undefined])(
    'made of the stranger %p repeats nothing of it but keeps it as cause',
    (stranger) => {
      const error = ArbiterError.from(stranger);
      expect([error.code, error.cause]).toEqual(['INTERNAL', stranger]);
      expect(error.message).not.toContain('secret');
    },
  );
});

describe('a problem', () => {
  it.each(ERROR_CODES)('of %s satisfies its own schema', (code) => {
    const problem = problemOf(new ArbiterError(code, 'Because.'), 'r1');
    expect(Problem.parse(problem)).toEqual(problem);
    expect(problem).toMatchObject({ code, status: ERROR_TABLE[code].status, detail: 'Because.', requestId: 'r1' });
  });

  it('shows the details, which cannot pass for its own members', () => {
    const details = { issues: [{ path: 'query', message: 'is empty' }], status: 200, code: 'OK', limit: 3 };
    expect(problemOf(new ArbiterError('INVALID_REQUEST', 'No.', { details }), 'r1')).toMatchObject({
      issues: details.issues,
      limit: 3,
      status: 400,
      code: 'INVALID_REQUEST',
    });
  });

  it('does not show the cause', () => {
    const error = new ArbiterError('UNAVAILABLE', 'No store.', { cause: new Error('/secret/path') });
    expect(JSON.stringify(problemOf(error, 'r1'))).not.toContain('secret');
  });

  it('has a type and title of its own for every code', () => {
    const problems = ERROR_CODES.map((code) => problemOf(new ArbiterError(code, ''), ''));
    for (const member of ['type', 'title'] as const) {
      expect(new Set(problems.map((problem) => problem[member])).size).toBe(ERROR_CODES.length);
    }
  });
});
