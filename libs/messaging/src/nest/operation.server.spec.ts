import {
  type AnyOperation,
  ArbiterError,
  type OperationEvent,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  ForbiddenException,
  type INestMicroservice,
  Inject,
  type NestInterceptor,
  NotFoundException,
  Scope,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { EventPattern, MessagePattern, type MicroserviceOptions } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import type { Observable } from 'rxjs';
import { annotated, count, describeCall, echo, store } from '../../test/contract.operations.js';
import { type CallReport, OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { InProcessBus, InProcessOperationClient } from '../in-process/in-process.bus.js';
import type { OperationContext } from '../operation-call.js';
import { HandlesOperation } from './handles-operation.decorator.js';
import { OperationServer } from './operation.server.js';

const GREETING = Symbol('greeting');

class BarredWords implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { text } = context.switchToRpc().getData<{ text: string }>();
    if (text === 'throw') throw new ForbiddenException('That word is barred.');
    return text !== 'barred';
  }
}

/** Sees every call, and lets it pass. */
class Tally implements NestInterceptor {
  static seen: string[] = [];
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    Tally.seen.push(context.switchToRpc().getContext<OperationContext>().requestId);
    return next.handle();
  }
}

@Controller()
class EchoController {
  constructor(@Inject(GREETING) private readonly greeting: string) {}

  @UseGuards(BarredWords)
  @UseInterceptors(Tally)
  @HandlesOperation(echo)
  async echo({ text, times }: OperationInput<typeof echo>): Promise<OperationOutput<typeof echo>> {
    await Promise.resolve();
    if (text === 'typed') throw new ArbiterError('CONFLICT', 'No.', { details: { times } });
    if (text === 'missing') throw new NotFoundException('No such text.');
    if (text === 'unknown') throw new TypeError('password=hunter2');
    return { text: `${this.greeting} ${text}` };
  }

  /** A plain method that throws before there is a promise, with no interceptor in between. */
  @HandlesOperation(store)
  store(): Promise<OperationOutput<typeof store>> {
    throw new ArbiterError('RATE_LIMITED', 'Slow down.', { details: { afterMs: 5 } });
  }

  @UseInterceptors(Tally)
  @HandlesOperation(count)
  async *count(
    { to }: OperationInput<typeof count>,
    { signal }: OperationContext,
  ): AsyncGenerator<OperationEvent<typeof count>, OperationOutput<typeof count>, undefined> {
    for (let n = 0; n < to; n += 1) {
      if (n === 7) throw new NotFoundException('There is no seven.');
      yield await Promise.resolve({ n });
    }
    return { counted: signal.aborted ? -1 : to };
  }
}

@Controller({ scope: Scope.REQUEST })
class PerCallController {
  @HandlesOperation(describeCall)
  async describe(_input: unknown, { requestId, traceparent, deadline, principal }: OperationContext) {
    return Promise.resolve({ requestId, traceparent, deadline, principal });
  }
}

@Controller()
class AnnotatingController {
  @HandlesOperation(annotated)
  async say({ text }: OperationInput<typeof annotated>, context: OperationContext) {
    context.annotate('mode', 'loud');
    return Promise.resolve({ text });
  }
}

@Controller()
class StrayController {
  @MessagePattern('retriever.no-such-operation')
  stray(_input: unknown): void {
    // Never called: the server refuses to start.
  }
}

@Controller()
class EventController {
  @EventPattern(echo.name)
  event(_input: unknown): void {
    // Never called: operations are requests.
  }
}

const operations: readonly AnyOperation[] = [echo, store, count, describeCall, annotated];

describe('an OperationServer in a Nest application', () => {
  let app: INestMicroservice | undefined;
  const reports: CallReport[] = [];

  async function start(...controllers: (new (...args: never[]) => object)[]) {
    const dispatcher = new OperationDispatcher({ onCall: (report) => reports.push(report) });
    const bus = new InProcessBus();
    const strategy = new OperationServer({ dispatcher, transports: [bus], operations, drainMs: 5_000 });
    const module = await Test.createTestingModule({
      controllers,
      providers: [{ provide: GREETING, useValue: 'hello' }],
    }).compile();
    app = module.createNestMicroservice<MicroserviceOptions>({ strategy });
    await app.listen();
    return { client: new InProcessOperationClient(bus), dispatcher, bus };
  }

  afterEach(async () => {
    await app?.close();
    app = undefined;
    reports.length = 0;
    Tally.seen.length = 0;
  });

  it('serves a method with its injected dependencies, guards and interceptors', async () => {
    const { client, dispatcher } = await start(EchoController);
    await expect(client.request(echo, { text: 'world' })).resolves.toEqual({ text: 'hello world' });
    expect(Tally.seen).toEqual([reports[0]?.requestId]);
    expect(dispatcher.operations()).toEqual([echo, store, count]);
  });

  it('streams a generator method, also through an interceptor', async () => {
    const { client } = await start(EchoController);
    const seen: number[] = [];
    for await (const { n } of client.stream(count, { to: 3 })) seen.push(n);
    expect(seen).toEqual([0, 1, 2]);
    expect(Tally.seen).toHaveLength(1);
    expect(reports).toMatchObject([{ code: 'OK', streamed: true }]);
  });

  it('serves request-scoped controllers', async () => {
    const { client } = await start(PerCallController);
    const seen = await client.request(describeCall, {});
    expect(seen.requestId).toBe(reports[0]?.requestId);
  });

  it('carries what a method says beside its output', async () => {
    const { client } = await start(AnnotatingController);
    const came = await new Promise<unknown>((onAnnotations, fail) => {
      client.request(annotated, { text: 'a' }, { onAnnotations }).catch(fail);
    });
    expect(came).toEqual(new Map([['mode', 'loud']]));
  });

  it.each([
    ['an ArbiterError', { text: 'typed', times: 2 }, { code: 'CONFLICT', message: 'No.', details: { times: 2 } }],
    ['an HTTP exception', { text: 'missing' }, { code: 'NOT_FOUND', message: 'No such text.' }],
    ['a guard that says no', { text: 'barred' }, { code: 'FORBIDDEN' }],
    ['a guard that throws', { text: 'throw' }, { code: 'FORBIDDEN', message: 'That word is barred.' }],
    ['a wrong input', { text: '' }, { code: 'INVALID_REQUEST' }],
  ])('hands on %s with its code', async (_, input, expected) => {
    const { client } = await start(EchoController);
    await expect(client.request(echo, input)).rejects.toMatchObject(expected);
  });

  it('hands on what a method throws before it returns, with no interceptor in between', async () => {
    const { client } = await start(EchoController);
    await expect(client.request(store, { text: 'a' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { afterMs: 5 },
    });
  });

  it('hands on what a generator throws midway', async () => {
    const { client } = await start(EchoController);
    await expect(client.request(count, { to: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tells the observer of an unknown error, and neither the caller nor the console', async () => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { client } = await start(EchoController);
    await expect(client.request(echo, { text: 'unknown' })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.not.stringContaining('hunter2'),
    });
    expect(reports).toMatchObject([{ code: 'INTERNAL', error: { cause: { message: 'password=hunter2' } } }]);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });

  it.each([StrayController, EventController])('does not start with %p', async (controller) => {
    await expect(start(controller)).rejects.toMatchObject({ message: expect.stringContaining('no operation') });
  });

  it('finishes running calls when the application closes', async () => {
    const { client, bus } = await start(EchoController);
    const stream = client.stream(count, { to: 2 });
    await stream.next();
    const closing = app?.close();
    await stream.next();
    await expect(stream.next()).resolves.toEqual({ done: true, value: { counted: 2 } });
    await closing;
    expect(bus.health().healthy).toBe(false);
  });
});
