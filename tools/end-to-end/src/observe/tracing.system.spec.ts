import { ARM_APPS } from '../installation.js';
import { Processes } from '../processes.js';
import { startArmProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { freePort, natsServerAvailable, soakSample, startNatsServer } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.js';
import type { ExportedSpan } from './read-spans.js';
import { askAgent, COLLECTION, startTracedArms, type TracedArms } from './traced-arms.js';

/** No document says it: the agent searches twice and reads one of them whole, so all five arms take part. */
const QUESTION = 'What colour is the door of the Tidehouse?';
/** Words of the question, and of the documents that are read for it; they stand in no name of ours. */
const WORDS = ['colour', 'Tidehouse', 'tidehouse', 'Ambry', 'infirmary'];
const ROOT = 'POST /agentic_search';
const COLLECTOR_KEY = 'collector-key-8d1f';
const API_KEY = 'a-key-of-this-server-5c2e';
const KEY = { 'x-api-key': API_KEY };
/** Spans leave a process every five seconds, or when it ends. */
const EXPORT_MS = 60_000;

const noBroker = natsServerAvailable();
const describeWithBroker = noBroker === null ? describe : describe.skip;

describeWithBroker(`one question over five arms${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  let receiver: OtlpReceiver;
  let traced: TracedArms;
  let trace: readonly ExportedSpan[];

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    traced = await startTracedArms({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${COLLECTOR_KEY}`,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
      ARBITER_API_KEY: API_KEY,
      LOG_LEVEL: 'debug',
    });
    await askAgent(traced.url, QUESTION, KEY);
    await Promise.all(Object.values(traced.arms).map(({ process }) => process.stop()));
    const spans = await receiver.until((got) => got.some(({ name }) => name === ROOT), EXPORT_MS);
    const root = spans.find(({ name }) => name === ROOT)!;
    trace = spans.filter(({ traceId }) => traceId === root.traceId);
  });
  afterAll(async () => {
    await traced.close();
    await receiver.close();
  });

  /** The spans from one up to the root, by name. */
  function ancestorsOf(span: ExportedSpan): string[] {
    const parent = trace.find(({ spanId }) => spanId === span.parentId);
    return parent ? [parent.name, ...ancestorsOf(parent)] : [];
  }

  it('is one trace, with spans of all five', () => {
    expect(new Set(trace.map(({ service }) => service))).toEqual(new Set(ARM_APPS));
    expect(trace.filter(({ parentId }) => parentId === null).map(({ name }) => name)).toEqual([ROOT]);
  });

  it('has no span whose parent is not there, and none that leaves its parent’s trace', () => {
    const ids = new Set(trace.map(({ spanId }) => spanId));
    expect(trace.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([]);
    expect(ids.size).toBe(trace.length);
  });

  it('has each served operation below the call of its caller, of another process', () => {
    const served = trace.filter(
      ({ kind, attributes }) => kind === 'server' && attributes['messaging.system'] === 'nats',
    );
    expect(served.length).toBeGreaterThan(4);
    for (const { name, service, parentId, attributes } of served) {
      const caller = trace.find(({ spanId }) => spanId === parentId)!;
      expect([caller.name, caller.kind, caller.service === service]).toEqual([name, 'client', false]);
      expect(attributes['messaging.destination.name']).toBe(caller.attributes['messaging.destination.name']);
    }
  });

  it.each([
    [`vector_search ${COLLECTION}`, ['retriever.search', 'execute_tool hybrid-search']],
    ['embeddings bge-small-en-v1.5', ['retriever.search', 'execute_tool hybrid-search']],
    ['read reader-bge-small', ['retriever.synthesize', 'synthesise']],
    ['encode bge-small-en-v1.5', ['validator.validate', 'validate']],
    ['planner.decide', ['planner.decide']],
    ['text documents', ['ingestion.get-document-text', 'execute_tool expand']],
  ])('has %s below %p', (name, callers) => {
    const ancestors = trace.filter((span) => span.name === name).map(ancestorsOf);
    expect(ancestors).toContainEqual(expect.arrayContaining([...callers, 'orchestrator.agentic-search', ROOT]));
  });

  it('says nothing of question, answer or documents, and no key', () => {
    const exported = receiver.bodies.join('\n');
    for (const word of [...WORDS, COLLECTOR_KEY, API_KEY]) expect(exported).not.toContain(word);
    expect(exported).toContain(COLLECTION);
  });

  it('goes to the collector with its headers and the attributes of the process', () => {
    expect(receiver.lastHeaders['x-collector-key']).toBe(COLLECTOR_KEY);
    expect(receiver.bodies.join('\n')).toContain('test bed');
  });

  it('has its ids in the logs of all arms that were asked', () => {
    for (const app of ARM_APPS) {
      const lines = traced.arms[app].process.stdout();
      expect([app, lines.includes('"trace_id"')]).toEqual([app, true]);
    }
    const { traceId } = trace[0]!;
    expect(traced.arms['retriever-arm'].process.stdout()).toContain(traceId);
  });
});

describe('tracing of an arm', () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await processes.stopAll();
    for (const close of closers.reverse()) await close();
    closers = [];
    await folders.removeAll();
  });

  const startPlanner = async (env: Readonly<Record<string, string>>) => {
    const broker = await startNatsServer();
    closers.push(() => broker.stop());
    return startArmProcess(processes, 'planner-arm', { natsUrl: broker.url, dataDir: await folders.create(), env });
  };
  const plan = (url: string) =>
    fetch(`${url}/decompose`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUESTION }),
    });

  const untraced: readonly [string, Readonly<Record<string, string>>][] = [
    ['no share of the traces is wanted', { OTEL_TRACES_SAMPLER_ARG: '0' }],
    ['the sampler is off', { OTEL_TRACES_SAMPLER: 'always_off' }],
    ['the SDK is disabled', { OTEL_SDK_DISABLED: 'true' }],
  ];
  it.each(soakSample('arms without traces', untraced, 1))('exports none where %s', async (_, env) => {
    const receiver = await startOtlpReceiver();
    closers.push(() => receiver.close());
    const arm = await startPlanner({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...env });
    expect((await plan(arm.url)).status).toBe(200);
    expect((await arm.process.stop()).code).toBe(0);
    expect(receiver.bodies).toEqual([]);
  });

  it('is disturbed by no collector that is away: it answers, says so once, and ends with code 0', async () => {
    const arm = await startPlanner({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
    expect((await plan(arm.url)).status).toBe(200);
    expect((await plan(arm.url)).status).toBe(200);
    const { process } = arm;
    expect(await process.stop()).toEqual({ code: 0, signal: null });
    const warnings = process
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"warn"'));
    expect(warnings.length).toBeGreaterThanOrEqual(1);
    expect(warnings.length).toBeLessThanOrEqual(2);
    for (const line of warnings) expect(line).toMatch(/collector/);
  });

  it('refuses headers that it cannot read, and does not quote them', async () => {
    const started = startPlanner({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-name',
    });
    await expect(started).rejects.toThrow(/OTEL_EXPORTER_OTLP_HEADERS/);
    await expect(started).rejects.not.toThrow(/secret-without-name/);
  });
});
