import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { type Arm, operationsOf } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ARM_APPS, type ArmApp, BOT_APPS, type BotApp, configOf, isBot, knownVariables, portOf } from '../arms.js';
import { programMissing } from '../programs/programs.js';
import { NEEDED, REFUSED, VARIATIONS } from './chart-variations.js';
import { KubernetesSchemas } from './kubernetes-schemas.js';
import { PLAIN_MANIFESTS, PLAIN_VALUES, plainManifests } from './plain-manifests.js';
import { buildKustomization, lintChart, type Manifest, parseManifests, renderChart } from './render-chart.js';
import { ofKind, type Workload, workloadsOf } from './workloads.js';

/** The schemas of all of Kubernetes are read once; helm starts in a second on a busy machine. */
const LOADING_MS = 120_000;
const RENDERING_MS = 60_000;

/** Variables of others that a pod may be given: of telemetry, and of the file of keys. */
const OF_OTHERS = /^(?:OTEL_\w+|ARBITER_KEYS_FILE)$/;
/** Waits for a job to end, which nobody's shutdown waits for: its client asks again. */
const ENDLESS_MS = 3_600_000;

const missing = programMissing('helm', 'kustomize');
const schemas = missing === null ? await KubernetesSchemas.load() : null;
const reason = missing ?? (schemas === null ? 'the schemas of Kubernetes cannot be downloaded' : null);
if (reason !== null) console.warn(`The chart is not checked: ${reason}`);
const describeChart = reason === null ? describe : describe.skip;

const appOf = ({ container }: Workload) => container.image.split('/').at(-1)?.split(':')[0] as ArmApp | BotApp;
const mistakesIn = (manifests: readonly Manifest[]) =>
  manifests.flatMap((each) => schemas?.mistakesIn(each) ?? ['no schemas']);

function describeManifests(render: () => Promise<Manifest[]>, bots: readonly BotApp[] = []): void {
  let manifests: Manifest[];
  let workloads: Workload[];
  beforeAll(async () => {
    manifests = await render();
    workloads = workloadsOf(manifests);
  }, LOADING_MS);

  it('are valid by the schemas of their kinds, and no two have one name', () => {
    expect(manifests.length).toBeGreaterThan(10);
    expect(mistakesIn(manifests)).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('are a deployment for each arm, and for each bot that is enabled', () => {
    expect(workloads.map(appOf).sort()).toEqual([...ARM_APPS, ...bots].sort());
  });

  it('set only what the arm knows, to values that its configuration accepts', () => {
    for (const workload of workloads) {
      const app = appOf(workload);
      const known = knownVariables(app);
      const { settings = {}, container } = workload;
      const names = container.env.map(({ name }) => name).filter((name) => !OF_OTHERS.test(name));
      const unknown = [...Object.keys(settings), ...names.map((name) => name.replace(/_FILE$/, ''))].filter(
        (name) => !known.has(name),
      );
      expect([app, unknown]).toEqual([app, []]);
      const tokens = isBot(app) ? { DISCORD_TOKEN: 'a-token', SLACK_BOT_TOKEN: 'a-token' } : {};
      const { values } = loadConfig(configOf(app), {
        env: { ...settings, ...tokens },
        cwd: '/nowhere',
      });
      expect([app, values.port]).toEqual([app, container.ports[0]?.containerPort]);
      expect([app, values.port]).toEqual([app, portOf(app).port]);
    }
  });

  it('let every pod drain for as long as the longest operation of its arm may take', () => {
    for (const workload of workloads.filter((each) => !isBot(appOf(each)))) {
      const { pod, container, settings = {} } = workload;
      const arm = /^(?:orchestrator|planner|validator|retriever|ingestion)/.exec(appOf(workload))?.[0] as Arm;
      const deadlines = operationsOf(arm)
        .map(({ deadlineMs }) => deadlineMs)
        .filter((each) => each < ENDLESS_MS);
      const drainSeconds = Number(settings.DRAIN_SECONDS);
      expect([arm, drainSeconds * 1_000 >= Math.max(...deadlines)]).toEqual([arm, true]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        drainSeconds + container.lifecycle.preStop.sleep.seconds + 10,
      );
    }
  });

  it('harden every pod', () => {
    for (const { pod, container } of workloads) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('name only what is there: ports, volumes, claims, settings, targets', () => {
    const given = (kind: string) => ofKind(manifests, kind).map(({ metadata }) => metadata.name);
    for (const { name, pod, container, settings, labels } of workloads) {
      expect(settings).toBeDefined();
      const volumes = pod.volumes.map(({ name }) => name);
      expect(container.volumeMounts.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual([]);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(container[probe]).toMatchObject({ httpGet: { port: container.ports[0]?.name } });
      }
      const selected = ofKind(manifests, 'Service').filter(({ spec }) =>
        Object.entries((spec as { selector: Record<string, string> }).selector).every(
          ([key, value]) => labels[key] === value,
        ),
      );
      // Nobody calls a bot but Slack, and only where it has a port for that.
      expect(selected).toHaveLength(isBot(name) ? container.ports.length - 1 : 1);
      const claims = pod.volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []));
      expect(claims.filter((name) => !given('PersistentVolumeClaim').includes(name) && name !== 'decisions')).toEqual(
        [],
      );
    }
    const targets = [...ofKind(manifests, 'HorizontalPodAutoscaler'), ...ofKind(manifests, 'ScaledObject')];
    for (const { spec } of targets) {
      expect(given('Deployment')).toContain((spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
    }
  });
}

describeChart('the chart', () => {
  describe.each(Object.entries(VARIATIONS))('with %s', (_name, values) =>
    describeManifests(() => renderChart(values), 'bots' in values ? BOT_APPS : []),
  );

  it('gives the retriever what was published', async () => {
    const retriever = workloadsOf(await renderChart(NEEDED)).find(({ name }) => name === 'retriever');
    expect(retriever?.container.resources).toEqual({
      requests: { memory: '512Mi', cpu: '250m' },
      limits: { memory: '2Gi', cpu: '1000m' },
    });
  });

  it(
    'has every optional kind once everything is switched on',
    async () => {
      const kinds = new Set((await renderChart(VARIATIONS.everything ?? {})).map(({ kind }) => kind));
      for (const kind of [
        'HorizontalPodAutoscaler',
        'ScaledObject',
        'ServiceMonitor',
        'PodDisruptionBudget',
        'NetworkPolicy',
      ]) {
        expect([...kinds]).toContain(kind);
      }
    },
    RENDERING_MS,
  );

  it.each(REFUSED)('refuses %s', async (_what, values, says) => {
    await expect(renderChart(values)).rejects.toThrow(says);
  });

  it('passes the check of helm', async () => {
    expect(await lintChart(join(ROOT, PLAIN_VALUES))).toContain('0 chart(s) failed');
  });
});

describeChart('the plain manifests', () => {
  it('are those of the chart', async () => {
    expect(readFileSync(join(ROOT, PLAIN_MANIFESTS), 'utf8')).toBe(await plainManifests());
  });

  describe('of the base', () => describeManifests(() => buildKustomization(join(ROOT, 'deploy/kubernetes/base'))));
  describe('of the example', () => {
    const build = () => buildKustomization(join(ROOT, 'deploy/kubernetes/overlays/example'));
    describeManifests(build);

    it('have the images and addresses that it names', async () => {
      const workloads = workloadsOf(await build());
      for (const { container, settings } of workloads) {
        expect(container.image).toMatch(/^registry\.example\.org\/arbiter\//);
        expect(settings?.NATS_URL).toBe('nats://nats.messaging:4222');
      }
      const retriever = workloads.find(({ name }) => name === 'retriever');
      expect(retriever?.settings?.QDRANT_URL).toBe('http://qdrant.search:6333');
    });
  });
});

describeChart('the schemas refuse', () => {
  const good = () => parseManifests(readFileSync(join(ROOT, PLAIN_MANIFESTS), 'utf8'));
  const broken = (kind: string, change: (text: string) => string) => {
    const manifest = good().find((each) => each.kind === kind);
    return mistakesIn([JSON.parse(change(JSON.stringify(manifest))) as Manifest]);
  };

  it.each([
    ['a field that there is none', 'Deployment', (text: string) => text.replace('"replicas"', '"replica"')],
    [
      'text for a number',
      'Deployment',
      (text: string) => text.replace(/"containerPort":\d+/, '"containerPort":"http"'),
    ],
    ['a container without a name', 'Deployment', (text: string) => text.replace(/"name":"ingestion",/, '')],
    [
      'a deployment without a selector',
      'Deployment',
      (text: string) => text.replace(/"selector":\{.*?\}\},"template"/, '"template"'),
    ],
    ['a service without a port', 'Service', (text: string) => text.replace(/"port":\d+,/, '')],
    ['a kind that has moved', 'PodDisruptionBudget', (text: string) => text.replace('policy/v1', 'policy/v1beta1')],
  ])('%s', (_what, kind, change) => {
    expect(broken(kind, (text) => text)).toEqual([]);
    expect(broken(kind, change)).not.toEqual([]);
  });
});
