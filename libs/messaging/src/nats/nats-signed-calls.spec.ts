import { until } from '@arbiter/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ParentCall } from '../operation-call.js';
import { headers as natsHeaders, type Msg } from 'nats';
import { describeCall, echo, store } from '../../test/contract.operations.js';
import { describeNats, NatsRig, VERSION } from '../../test/nats.rig.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { CALL_HEADERS } from '../wire/call.headers.js';
import { NatsOperationClient } from './nats.operation-client.js';
import { NatsOperationTransport } from './nats-operation.transport.js';

const KEY = 'a key of this installation, 32 bytes and more';
const OTHER_KEY = 'another key, which this installation never had';
const NEXT_KEY = 'the key that comes after the one of this installation';

const ANN = { name: 'ann', role: 'reader' as const, tenant: 'acme', groups: ['crew'] };
const OPERATOR = { name: 'root', role: 'admin' as const, tenant: null, groups: null };

describeNats('calls over an open broker', () => {
  const rig = new NatsRig();
  const stops: (() => Promise<unknown>)[] = [];
  let served: string[];
  let forgeries: string[];
  beforeEach(() => {
    [served, forgeries] = [[], []];
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function serve(keys?: readonly string[]): Promise<void> {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) => {
      served.push(`describe for ${principal?.name ?? 'nobody'}`);
      return Promise.resolve({ requestId, traceparent, deadline, principal });
    });
    for (const operation of [echo, store]) {
      dispatcher.register(operation, ({ text }) => {
        served.push(`${operation.name} ${text}`);
        return Promise.resolve({ text });
      });
    }
    const transport = new NatsOperationTransport({
      link: await rig.link('callee', keys),
      version: VERSION,
      onForgery: ({ name }, { message }) => void forgeries.push(`${name}: ${message}`),
    });
    await transport.start(dispatcher);
    stops.push(async () => {
      await dispatcher.drain(0);
      await transport.close();
    });
  }

  async function clientWith(keys?: readonly string[], offMs = 0): Promise<NatsOperationClient> {
    const runtime = { ...SYSTEM_RUNTIME, now: () => Date.now() + offMs };
    const client = new NatsOperationClient(await rig.link('caller', keys), { runtime });
    stops.push(() => client.close());
    return client;
  }

  const as = (principal: ParentCall['principal']): { readonly parent: ParentCall } => ({
    parent: {
      requestId: 'request-1',
      deadline: Date.now() + 60_000,
      signal: new AbortController().signal,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      principal,
    },
  });

  /** A signed call of ann's to store something, as everybody on the broker can see it. */
  async function overheard(): Promise<Msg> {
    const tap = (await rig.link('tap')).connection;
    const seen: Msg[] = [];
    tap.subscribe(store.subject, { callback: (_, message) => void seen.push(message) });
    await tap.flush();
    await (await clientWith([KEY])).request(store, { text: 'a' }, as(ANN));
    await tap.flush();
    expect(seen).toHaveLength(1);
    return seen[0]!;
  }

  /** Sends a call again, with something else in it. @returns the code it is answered with, or "served" */
  async function replay(
    message: Msg,
    change: { subject?: string; data?: string; reply?: string; header?: readonly [name: string, value: string] },
  ): Promise<unknown> {
    const { connection } = await rig.link('attacker');
    const inbox = change.reply ?? message.reply ?? '';
    const answers: Msg[] = [];
    connection.subscribe(inbox, { callback: (_, answer) => void answers.push(answer) });
    const headers = natsHeaders();
    for (const [name, [value = '']] of message.headers ?? []) headers.set(name, value);
    if (change.header) headers.set(...change.header);
    connection.publish(change.subject ?? message.subject, change.data ?? message.data, { reply: inbox, headers });
    await until(() => answers.length > 0, { what: 'an answer' });
    return answers[0]!.json<{ code?: string }>().code ?? 'served';
  }

  it('are served as whom they are signed', async () => {
    await serve([KEY]);
    expect(await (await clientWith([KEY])).request(describeCall, {}, as(ANN))).toMatchObject({ principal: ANN });
    expect(forgeries).toEqual([]);
  });

  it('are refused without a signature, whoever they claim to be from, before anything is done', async () => {
    await serve([KEY]);
    const stranger = await clientWith();
    for (const principal of [OPERATOR, ANN, null])
      await expect(stranger.request(describeCall, {}, as(principal))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { connection } = await rig.link('a person');
    const bare = await connection.request(store.subject, '{"text":"a"}', { timeout: 5_000 });
    expect(bare.json()).toMatchObject({ code: 'FORBIDDEN' });
    expect(served).toEqual([]);
    expect(forgeries).toHaveLength(4);
    expect(forgeries.join('')).not.toContain(KEY);
  });

  it('are refused with a signature by another key', async () => {
    await serve([KEY]);
    const stranger = await clientWith([OTHER_KEY]);
    await expect(stranger.request(describeCall, {}, as(OPERATOR))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(served).toEqual([]);
  });

  it('are refused where a signed one was overheard and anything in it was changed', async () => {
    await serve([KEY]);
    const message = await overheard();
    served = [];
    const principal = encodeURIComponent(JSON.stringify(OPERATOR));
    const far = String(Date.now() + 3_600_000);
    const changes = [
      { subject: echo.subject },
      { data: '{"text":"b"}' },
      { reply: 'to.the.attacker' },
      { header: [CALL_HEADERS.principal, principal] },
      { header: [CALL_HEADERS.deadline, far] },
      { header: [CALL_HEADERS.cancel, 'arbiter.v1.cancel.ingestion.mine'] },
      { header: ['Arbiter-Signature', message.headers!.get('Arbiter-Signature').replace('1 1', '1 2')] },
      { header: ['Arbiter-Signature', '1 0 '] },
    ] as const;
    for (const change of changes) expect(await replay(message, change)).toBe('FORBIDDEN');
    expect(served).toEqual([]);
    // What was changed made the difference.
    expect(await replay(message, {})).toBe('served');
  });

  it.each([
    ['long ago', -61_000],
    ['in the future', 61_000],
  ])('are refused when they were signed %s, with the reason', async (_, offMs) => {
    await serve([KEY]);
    const call = (await clientWith([KEY], offMs)).request(echo, { text: 'a' });
    await expect(call).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('clocks must agree'),
    });
    expect(served).toEqual([]);
  });

  it('are served while a key is replaced, by arms that have the next one already', async () => {
    await serve([NEXT_KEY, KEY]);
    expect(await (await clientWith([KEY])).request(echo, { text: 'a' })).toEqual({ text: 'a' });
    expect(await (await clientWith([NEXT_KEY])).request(echo, { text: 'b' })).toEqual({ text: 'b' });
  });

  it('need no key where the callee has none', async () => {
    await serve();
    expect(await (await clientWith()).request(describeCall, {}, as(ANN))).toMatchObject({ principal: ANN });
    expect(await (await clientWith([KEY])).request(describeCall, {}, as(ANN))).toMatchObject({ principal: ANN });
  });

  it('are not signed with a key that can be guessed', async () => {
    await expect(rig.link('short', ['thirty-one bytes are too few...'])).rejects.toThrow('at least 32 bytes');
  });
});
