import { Processes } from '../processes.js';
import { startArmProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { freePort, soakSample, startNatsServer } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startOtlpReceiver } from './otlp-receiver.js';

const QUESTION = 'What colour is the door of the Tidehouse?';

// The trace of a question over five arms is looked at where five arms run anyway: `five-processes.system.spec.ts`.
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
