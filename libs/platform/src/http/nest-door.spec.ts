import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { dispatcherOf, OPERATIONS_UNDER_TEST } from '../../test/door.fixture.js';
import { Readiness } from '../health.js';
import { createLogger, NestLogger } from '../logging.js';
import { AppMetrics } from '../metrics.js';
import { mountHttpDoor } from './http-door.js';
import { listen, type ListeningServer } from './listen.js';
import { ProblemFilter } from './send-problem.js';

@Controller('own')
class OwnController {
  @Get()
  answer() {
    return { own: true };
  }

  @Get('conflict')
  conflict() {
    throw new ArbiterError('CONFLICT', 'Somebody else was first.');
  }

  @Get('broken')
  broken() {
    throw new TypeError('/secret/path');
  }
}

@Module({ controllers: [OwnController] })
class OwnModule {}

const lines: string[] = [];
let server: ListeningServer;
let nest: NestExpressApplication;

beforeEach(async () => {
  const logger = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  nest = await NestFactory.create<NestExpressApplication>(OwnModule, {
    logger: new NestLogger(logger),
    bodyParser: false,
  });
  const express = nest.getHttpAdapter().getInstance();
  mountHttpDoor(express, {
    operations: OPERATIONS_UNDER_TEST,
    invoke: dispatcherOf().invoke,
    logger,
    api: { title: 'Test', version: '1.0.0' },
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'test', version: '1.0.0', processMetrics: false }),
  });
  nest.useGlobalFilters(new ProblemFilter(logger));
  await nest.init();
  server = await listen(express, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close(0);
  await nest.close();
});

describe('a door in front of a Nest application', () => {
  it('serves the operations and leaves other addresses to the application', async () => {
    expect(await (await fetch(`${server.url}/v1/things/ab`)).json()).toEqual({ thing: { id: 'ab' } });
    expect(await (await fetch(`${server.url}/own`)).json()).toEqual({ own: true });
  });

  it.each([
    ['/nowhere', 404, 'NOT_FOUND'],
    ['/own/conflict', 409, 'CONFLICT'],
    ['/own/broken', 500, 'INTERNAL'],
    ['/own/%E0%A4%A', 404, 'NOT_FOUND'],
  ])('turns what %s throws into a problem', async (path, status, code) => {
    const response = await fetch(`${server.url}${path}`);
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(JSON.parse(text)).toMatchObject({ code, requestId: response.headers.get('arbiter-request-id') });
    expect(text).not.toContain('secret');
  });
});
