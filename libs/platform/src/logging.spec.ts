import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { createLogger, NestLogger } from './logging.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`it says ${code}`), { code, syscall: 'connect' });
}

function recorder(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const logger = createLogger({
    name: 'retriever-arm',
    level: 'trace',
    secrets,
    destination: { write: (line) => void lines.push(line) },
  });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

describe('a log line', () => {
  it('is one JSON object with time, level in words, app and message', () => {
    const { logger, last } = recorder();
    logger.info({ hits: 3 }, 'searched');
    expect(last()).toMatchObject({ level: 'info', name: 'retriever-arm', hits: 3, msg: 'searched' });
    expect(new Date(String(last().time)).toISOString()).toBe(last().time);
  });

  it('carries the id of its request', () => {
    const { logger, last } = recorder();
    logger.child({ requestId: 'r1' }).info('searched');
    expect(last()).toMatchObject({ requestId: 'r1' });
  });

  it.each([
    ['a field', { apiKey: 'hunter2' }],
    ['a header', { headers: { authorization: 'hunter2', 'x-api-key': 'hunter2' } }],
    ['a header of a request', { req: { headers: { cookie: 'hunter2' } } }],
  ])('hides %s that holds a secret', (_, fields) => {
    const { logger, lines } = recorder();
    logger.info(fields, 'asked');
    expect(lines[0]).toContain('[redacted]');
    expect(lines[0]).not.toContain('hunter2');
  });

  it('hides credentials of URLs and bearer tokens in messages and stacks', () => {
    const { logger, lines } = recorder();
    logger.warn({ err: new Error('no route to nats://alice:hunter2@bus:4222') }, 'sent Bearer abcdef123456 to it');
    expect(lines[0]).toContain('nats://[redacted]@bus:4222');
    expect(lines[0]).not.toMatch(/hunter2|abcdef123456/);
  });

  it.each([
    ['a refused request', new ArbiterError('INVALID_REQUEST', 'No.')],
    ['a client that hung up', new ArbiterError('CANCELLED', 'Gone.')],
    ['a timeout', new DOMException('too late', 'TimeoutError')],
    ['a store that is down', new TypeError('fetch failed', { cause: systemError('ECONNREFUSED') })],
    ['one that says so itself', new ArbiterError('UNAVAILABLE', 'Down.', { cause: systemError('ENOENT') })],
  ])('has no stack for %s, but says why', (_, err) => {
    const { logger, last } = recorder();
    logger.warn({ err }, 'failed');
    expect(last().err).toMatchObject({ message: expect.stringContaining(err.message) });
    expect(last().err).not.toHaveProperty('stack');
  });

  it.each([
    ['a fault of ours', new ArbiterError('INTERNAL', 'Broken.')],
    ['a stranger', new TypeError('nothing here')],
    ['a file that is not there', systemError('ENOENT')],
  ])('has the stack of %s', (_, err) => {
    const { logger, last } = recorder();
    logger.error({ err }, 'failed');
    expect(last().err).toMatchObject({ stack: expect.stringContaining('logging.spec') });
  });

  it('hides a password of a URL to its end', () => {
    const { logger, lines } = recorder();
    logger.info({ url: "https://alice:it's@hunter2@store:9200/path" }, 'asked');
    expect(lines[0]).toContain('"https://[redacted]@store:9200/path"');
  });

  it('hides the secrets of the configuration wherever they turn up, quotes and all', () => {
    const { logger, lines, last } = recorder(['pass"word\\1', 'abc']);
    logger.info({ note: 'it is pass"word\\1' }, 'abc');
    expect(lines[0]).not.toContain('word');
    expect(last()).toMatchObject({ note: 'it is [redacted]', msg: 'abc' });
  });

  it('leaves ordinary text alone', () => {
    const { logger, last } = recorder();
    logger.info('see https://example.org/a@b and mail a@b.example: the basic idea');
    expect(last().msg).toBe('see https://example.org/a@b and mail a@b.example: the basic idea');
  });
});

describe('what Nest logs', () => {
  it('comes with its context, and its routine news at debug', () => {
    const { logger, last } = recorder();
    new NestLogger(logger).log('Nest application started', 'NestApplication');
    expect(last()).toMatchObject({ level: 'debug', context: 'NestApplication', msg: 'Nest application started' });
  });

  it('keeps the stack of an error', () => {
    const { logger, last } = recorder();
    new NestLogger(logger).error('it broke', 'Error: it broke\n    at somewhere', 'ExceptionsHandler');
    expect(last()).toMatchObject({
      level: 'error',
      context: 'ExceptionsHandler',
      details: ['Error: it broke\n    at somewhere'],
    });
  });

  it('may be an error itself or an object', () => {
    const { logger, last } = recorder();
    new NestLogger(logger).fatal(new Error('gone'));
    expect(last()).toMatchObject({ level: 'fatal', msg: 'gone', err: { message: 'gone' } });
    new NestLogger(logger).warn({ odd: true });
    expect(last()).toMatchObject({ level: 'warn', subject: { odd: true } });
  });
});
