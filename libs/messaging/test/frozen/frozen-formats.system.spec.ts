import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import {
  agenticSearch,
  ArbiterError,
  type AnyOperation,
  OPERATIONS,
  Problem,
  problemOf,
  query,
  search,
  validate,
} from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { describeFrozenFormat, type JsonSchemaSource, layoutOfValue } from '@arbiter/testing/frozen';
import { headers, type Msg, type MsgHdrs } from 'nats';
import { NatsOperationClient, OperationDispatcher, type ParentCall } from '../../src/index.js';
import { annotatedCount, describeCall, echo } from '../contract.operations.js';
import { describeNats, NatsRig } from '../nats.rig.js';

const FAR_MS = 3_600_000;

/** Not retried. */
const REFUSAL = new ArbiterError('INVALID_REQUEST', 'That is no text.', { details: { field: 'text' } });

/** What clients outside of the arms depend on: requests, answers, streamed lines. */
const PUBLISHED: readonly AnyOperation[] = [query, search, validate, agenticSearch];
const FAILURE = new ArbiterError('UNAVAILABLE', 'Nobody answers.', { details: { arm: 'retriever' } });

describeFrozenFormat('published operations', {
  home: new URL('published-operations/', import.meta.url),
  schemas: {
    problem: Problem,
    ...Object.fromEntries(
      PUBLISHED.flatMap(({ name, input, output, events }): [string, JsonSchemaSource][] => [
        [`${name} request`, input],
        [`${name} answer`, output],
        ...(events ? [[`${name} event`, events] as [string, JsonSchemaSource]] : []),
      ]),
    ),
  },
  async write(folder) {
    const routes = PUBLISHED.map(({ name, subject, http, examples }) => {
      const requests = Object.values(examples);
      return { name, subject, method: http?.method, path: http?.path, requests };
    });
    await writeJson(folder, 'requests.json', routes);
    await writeJson(folder, 'problem.json', problemOf(FAILURE, 'request-1'));
    await writeJson(folder, 'failed-lines.json', agenticSearch.http?.bareStream?.failure(FAILURE));
  },
  async read(folder) {
    const routes = (await readJson(folder, 'requests.json')) as { name: string; requests: unknown[] }[];
    const lines = (await readJson(folder, 'failed-lines.json')) as unknown[];
    return {
      served: routes.map(({ name, requests }) => {
        const operation: AnyOperation | undefined = OPERATIONS.find((one) => one.name === name);
        const parsed = requests.map((request) => operation?.input.parse(request));
        return {
          name,
          subject: operation?.subject,
          method: operation?.http?.method,
          path: operation?.http?.path,
          parsed,
        };
      }),
      problem: Problem.parse(await readJson(folder, 'problem.json')),
      lines: lines.map((line) => agenticSearch.events?.parse(line)),
    };
  },
});

interface WireMessage {
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly data: unknown;
}

/** A call as it went over the broker: one request, and what was sent back. */
interface WireCall {
  readonly subject: string;
  readonly request: WireMessage;
  readonly replies: readonly WireMessage[];
}

describeNats('what goes over NATS', () => {
  const rig = new NatsRig();
  const FILE = 'calls.json';
  const parent = (): ParentCall => ({
    requestId: 'request-1',
    deadline: Date.now() + FAR_MS,
    signal: new AbortController().signal,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    principal: { name: 'Zoë\n“admin”', role: 'reader' as const, tenant: 'acme', groups: ['Éclair', 'crew'] },
  });

  describeFrozenFormat('arbiter.v1', {
    home: new URL('arbiter-v1/', import.meta.url),
    async write(folder) {
      const tap = (await rig.link('tap')).connection;
      const seen: Msg[] = [];
      tap.subscribe('>', { callback: (_, message) => void seen.push(message) });
      await tap.flush();
      await rig.serve(callees(), FAR_MS);
      await callAll(new NatsOperationClient(await rig.link('caller')));
      const calls = (): WireCall[] =>
        seen
          .filter(({ subject, reply }) => subject.startsWith('arbiter.v1.') && reply)
          .map((request) => ({
            subject: request.subject,
            request: wireOf(request),
            replies: seen.filter(({ subject }) => subject === request.reply).map(wireOf),
          }));
      // The broker has sent the tap, too, what the caller has heard.
      await tap.flush();
      expect(calls()).toHaveLength(4);
      await writeJson(folder, FILE, calls());
    },
    async layout(folder) {
      return layoutOfValue(await readJson(folder, FILE));
    },
    async read(folder) {
      const frozen = (await readJson(folder, FILE)) as WireCall[];
      // Those who call today are answered as it was frozen.
      const old = (await rig.link('frozen callee')).connection;
      const subscriptions = frozen.map(({ subject, request, replies }) =>
        old.subscribe(subject, {
          callback: (_, message) => {
            if (JSON.stringify(message.json()) !== JSON.stringify(request.data)) return;
            for (const reply of replies) message.respond(bytesOf(reply), { headers: headersOf(reply) });
          },
        }),
      );
      await old.flush();
      const told = await callAll(new NatsOperationClient(await rig.link('caller')));
      for (const subscription of subscriptions) subscription.unsubscribe();
      await old.flush();
      // Calls that were frozen are served today.
      const transport = await rig.serve(callees(), FAR_MS);
      const caller = (await rig.link('frozen caller')).connection;
      const served: unknown[] = [];
      for (const { subject, request, replies } of frozen) {
        const inbox = `frozen.${served.length}`;
        const answers: WireMessage[] = [];
        caller.subscribe(inbox, { callback: (_, message) => void answers.push(wireOf(message)) });
        caller.publish(subject, bytesOf(request), { reply: inbox, headers: headersOf(request) });
        await until(() => answers.length >= replies.length, { what: `the answers to ${subject}` });
        served.push(answers);
      }
      // The next revision has callees of its own.
      await transport.close();
      return { told, served };
    },
  });

  function callees(): OperationDispatcher {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(describeCall, (_, { requestId, principal }) =>
      // Trace and deadline differ with each call.
      Promise.resolve({ requestId, traceparent: 'of the call', deadline: 0, principal }),
    );
    dispatcher.register(echo, ({ text }) => (text === 'fail' ? Promise.reject(REFUSAL) : Promise.resolve({ text })));
    dispatcher.register(annotatedCount, async function* ({ to }, { annotate }) {
      for (let n = 0; n < to; n += 1) yield await Promise.resolve({ n });
      annotate('mode', 'hybrid');
      return { counted: to };
    });
    return dispatcher;
  }

  /** An output alone, one of a call with a parent, a failure, and a stream. @returns what the caller was told */
  async function callAll(client: NatsOperationClient): Promise<unknown> {
    const output = await client.request(echo, { text: 'a' });
    const described = await client.request(describeCall, {}, { parent: parent() });
    const failed: unknown = await client
      .request(echo, { text: 'fail' }, { deadlineMs: 900 })
      .catch((error: unknown) => {
        return error instanceof ArbiterError && { code: error.code, message: error.message, details: error.details };
      });
    let annotations: unknown;
    const stream = client.stream(annotatedCount, { to: 2 }, { onAnnotations: (said) => (annotations = said) });
    const events: unknown[] = [];
    for (;;) {
      const next = await stream.next();
      events.push(next.value);
      if (next.done) break;
    }
    await client.close();
    return { output, described, failed, events, annotations };
  }
});

function wireOf({ headers: sent, data }: Msg): WireMessage {
  const named = Object.fromEntries((sent?.keys() ?? []).sort().map((key) => [key, sent?.values(key) ?? []]));
  return { headers: named, data: JSON.parse(Buffer.from(data).toString('utf8') || 'null') as unknown };
}

function headersOf({ headers: named }: WireMessage): MsgHdrs {
  const made = headers();
  for (const [key, values] of Object.entries(named)) {
    // A deadline is absolute: that of the frozen call has passed.
    for (const value of values) made.append(key, key === 'Arbiter-Deadline' ? String(Date.now() + FAR_MS) : value);
  }
  return made;
}

function bytesOf({ data }: WireMessage): Buffer {
  return Buffer.from(JSON.stringify(data));
}

async function writeJson(folder: string, name: string, value: unknown): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown;
}
