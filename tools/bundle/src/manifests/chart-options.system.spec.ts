import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { programMissing } from '../programs/programs.js';
import { ROOT } from '../repository.js';
import { NEEDED, VARIATIONS } from './chart-variations.js';
import { ALERTS, CHART_ALERTS } from './plain-manifests.js';
import { type Manifest, renderChart } from './render-chart.js';
import { ofKind, type Workload, workloadsOf } from './workloads.js';

const RENDERING_MS = 60_000;
const reason = programMissing('helm');
if (reason !== null) console.warn(`The options of the chart are not checked: ${reason}`);
const describeChart = reason === null ? describe : describe.skip;

interface Rule {
  readonly ports?: readonly { readonly port: number | string }[];
  readonly to?: readonly Peer[];
}
interface Peer {
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] };
  readonly namespaceSelector?: object;
}

interface Policy {
  readonly ingress: readonly { readonly from: readonly Peer[]; readonly ports: readonly { readonly port: string }[] }[];
  readonly egress: readonly Rule[];
}
function policyOf(manifests: readonly Manifest[], part: string): Policy {
  const policy = ofKind(manifests, 'NetworkPolicy').find(({ metadata }) => metadata.name.endsWith(`-${part}`));
  return policy!.spec as Policy;
}
const egressOf = (manifests: readonly Manifest[], part: string) => policyOf(manifests, part).egress;
const partsOf = (peers: readonly Peer[] = []) =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.['app.kubernetes.io/component'] ?? []);
const portsOf = (rules: readonly Rule[]) => rules.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
const isInternet = ({ to = [] }: Rule) => to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0');
const armsWithInternet = (manifests: readonly Manifest[]) =>
  ['orchestrator', 'planner', 'validator', 'retriever', 'ingestion'].filter((arm) =>
    egressOf(manifests, arm).some(isInternet),
  );

describeChart('the options of the chart', () => {
  let plain: Manifest[];
  let everything: Manifest[];
  const workload = (manifests: readonly Manifest[], name: string): Workload =>
    workloadsOf(manifests).find((each) => each.name === name)!;
  beforeAll(async () => {
    [plain, everything] = await Promise.all([renderChart(NEEDED), renderChart(VARIATIONS.everything ?? {})]);
  }, RENDERING_MS);

  it('open no way in from outside unless they are asked to', () => {
    const kinds = plain.map(({ kind }) => kind);
    expect(kinds.filter((kind) => ['Ingress', 'HTTPRoute', 'PrometheusRule', 'ServiceMonitor'].includes(kind))).toEqual(
      [],
    );
  });

  it('lead an ingress to the orchestrator, under all of its names', () => {
    const [ingress, ...others] = ofKind(everything, 'Ingress');
    const backend = { service: { name: 'answers-orchestrator', port: { name: 'http' } } };
    expect(others).toEqual([]);
    expect(ingress?.metadata.annotations).toEqual({ 'nginx.ingress.kubernetes.io/proxy-read-timeout': '600' });
    expect(ingress?.spec).toEqual({
      ingressClassName: 'nginx',
      rules: ['answers.example.org', 'ask.example.org'].map((host) => ({
        host,
        http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
      })),
      tls: [{ hosts: ['answers.example.org', 'ask.example.org'], secretName: 'answers-tls' }],
    });
  });

  it('lead a route of a gateway to the orchestrator', () => {
    const [route] = ofKind(everything, 'HTTPRoute');
    expect(route?.spec).toEqual({
      parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
      hostnames: ['answers.example.org'],
      rules: [{ backendRefs: [{ name: 'answers-orchestrator', port: 3100 }] }],
    });
  });

  it('bring the alert rules as they stand in deploy/dashboards, for whatever name of a release', () => {
    const alerts = readFileSync(join(ROOT, ALERTS), 'utf8');
    expect(readFileSync(join(ROOT, CHART_ALERTS), 'utf8')).toBe(alerts);
    const [rule] = ofKind(everything, 'PrometheusRule');
    expect(rule?.spec).toEqual(parse(alerts));
    expect(rule?.metadata.labels).toMatchObject({ release: 'prometheus' });
    const [monitor] = ofKind(everything, 'ServiceMonitor');
    const { jobLabel } = monitor!.spec as { jobLabel: string };
    for (const { metadata } of ofKind(everything, 'Service')) expect(metadata.labels?.[jobLabel]).toBe('arbiter');
  });

  it('tell the orchestrator alone whose tokens it admits', () => {
    expect(workload(everything, 'orchestrator').settings).toMatchObject({
      OIDC_ISSUER: 'https://login.example.org/realms/staff',
      OIDC_AUDIENCE: 'arbiter',
      OIDC_ROLES: 'arbiter-admin=admin,staff=reader',
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_TENANT_CLAIM: 'tenant',
      OIDC_GROUPS_CLAIM: 'groups',
    });
    for (const { settings } of workloadsOf([...plain, ...everything]).filter(({ name }) => name !== 'orchestrator')) {
      expect(Object.keys(settings ?? {}).filter((name) => name.startsWith('OIDC'))).toEqual([]);
    }
  });

  it('put containers, volumes and mounts beside those of the arm they are given for', () => {
    const { pod, container } = workload(everything, 'ingestion');
    expect(pod.initContainers?.map(({ name }) => name)).toEqual(['fetch']);
    expect(pod.containers.map(({ name }) => name)).toEqual(['ingestion', 'sync']);
    expect(pod.volumes).toContainEqual({ name: 'documents', emptyDir: { sizeLimit: '1Gi' } });
    expect(container.volumeMounts).toContainEqual({ name: 'documents', mountPath: '/documents', readOnly: true });
    const other = workload(everything, 'planner');
    expect([other.pod.containers.length, other.pod.initContainers, other.pod.volumes.length]).toEqual([
      1,
      undefined,
      3,
    ]);
  });

  it('limit every folder that a pod has for itself', () => {
    for (const { name, pod } of workloadsOf([...plain, ...everything])) {
      const folders = pod.volumes.flatMap(({ emptyDir }) => (emptyDir ? [emptyDir.sizeLimit] : []));
      expect([name, folders.length > 0, folders.includes(undefined)]).toEqual([name, true, false]);
    }
    const limits = workload(everything, 'planner').pod.volumes.flatMap(({ name, emptyDir }) =>
      emptyDir ? [[name, emptyDir.sizeLimit]] : [],
    );
    expect(limits).toEqual([
      ['data', '64Mi'],
      ['tmp', '32Mi'],
    ]);
  });

  it('restart no pod for a store that is away: start and life are of the process, readiness of the stores', () => {
    for (const { container } of workloadsOf(plain)) {
      expect(container.startupProbe).toMatchObject({ httpGet: { path: '/health/live' } });
      expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/health/live' } });
      expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/health/ready' } });
    }
  });

  it('have a test of helm that asks the service whether a question can be answered, and is let in', () => {
    const [pod] = ofKind(everything, 'Pod');
    expect(pod?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
    const { containers } = pod!.spec as { containers: [{ image: string; command: string[] }] };
    expect(containers[0].image).toBe(workload(everything, 'orchestrator').container.image);
    expect(containers[0].command.at(-1)).toBe('http://answers-orchestrator:3100/health/ready');
    const policy = ofKind(everything, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'answers-orchestrator');
    const { ingress } = policy!.spec as { ingress: [{ from: unknown[] }] };
    const { 'app.kubernetes.io/component': component } = pod?.metadata.labels ?? {};
    expect(ingress[0].from).toContainEqual({
      podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': component }) },
    });
  });

  describe.each([
    ['discord', {}, ['DISCORD_TOKEN']],
    ['slack', {}, ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN']],
    ['slack', { httpMode: true }, ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET']],
  ])('run the bot of %s, with %j', (bot, values, tokens) => {
    const name = `${bot}-bot`;
    const inHttpMode = 'httpMode' in values;
    let manifests: Manifest[];
    beforeAll(async () => {
      const { secretFiles, keysFile } = VARIATIONS.everything!;
      const networkPolicy = { clients: [], peers: { ollama: [{ podSelector: {} }] } };
      const bots = { [bot]: { ...values, enabled: true, existingSecret: name } };
      const ollama = { url: 'http://ollama.models:11434' };
      manifests = await renderChart({ ...NEEDED, secretFiles, keysFile, ollama, networkPolicy, bots });
    }, RENDERING_MS);

    it('once: one pod of its own, and the old one ends first', () => {
      const bots = ofKind(manifests, 'Deployment').filter(({ metadata }) => metadata.name.endsWith('-bot'));
      expect(bots.map(({ spec }) => spec)).toMatchObject([{ replicas: 1, strategy: { type: 'Recreate' } }]);
      expect(workload(manifests, name).container.image).toBe(`arbiter/${name}:0.1.0`);
    });

    it('with its own secrets as files, and none of the arms', () => {
      const { container, pod, settings } = workload(manifests, name);
      const variables = ['ARBITER_API_KEY', ...tokens];
      expect(container.env).toEqual(
        variables.map((each) => ({ name: `${each}_FILE`, value: `/run/secrets/arbiter/${each}` })),
      );
      const sources = variables.map((each) => ({ secret: { name, items: [{ key: each, path: each }] } }));
      expect(pod.volumes).toContainEqual({ name: 'secrets', projected: { defaultMode: 0o440, sources } });
      expect(Object.keys(settings ?? {})).toEqual(['ARBITER_MCP_URL', 'ARM_PORT']);
    });

    it('let out to the orchestrator, which lets it in, and to the internet', () => {
      const [, toOrchestrator, ...others] = egressOf(manifests, name);
      expect([portsOf([toOrchestrator!]), partsOf(toOrchestrator?.to)]).toEqual([[3100], ['orchestrator']]);
      expect([portsOf(others), others.map(isInternet)]).toEqual([[443], [true]]);
      expect(workload(manifests, name).settings?.ARBITER_MCP_URL).toBe('http://arbiter-orchestrator:3100/mcp');
      expect(partsOf(policyOf(manifests, 'orchestrator').ingress[0]?.from)).toEqual([name, 'test']);
    });

    it('called by nobody but Slack, in HTTP mode, through a service that no metrics are read from', () => {
      const services = ofKind(manifests, 'Service').filter(({ metadata }) => metadata.name.endsWith('-bot'));
      const ports = services.map(({ spec }) => (spec as { ports: { name: string; port: number }[] }).ports);
      const { ports: open } = workload(manifests, name).container;
      expect(ports).toMatchObject(inHttpMode ? [[{ name: 'events', port: 8020, targetPort: 'events' }]] : []);
      expect(open.slice(1)).toMatchObject(inHttpMode ? [{ name: 'events', containerPort: 8020 }] : []);
    });
  });

  it('hand ids of roles to a bot as they are written', () => {
    expect(workload(everything, 'discord-bot').settings?.BOT_ADMIN_ROLES).toBe('900000000000000017');
  });

  it('let clients in to the bot that Slack calls, and nobody in to the other', () => {
    const clients = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } }];
    expect(policyOf(everything, 'slack-bot').ingress).toEqual([
      { from: clients, ports: [{ port: 'events', protocol: 'TCP' }] },
    ]);
    expect(policyOf(everything, 'discord-bot').ingress).toEqual([]);
    expect(portsOf(egressOf(everything, 'discord-bot'))).toEqual([53, 53, 3100, 80, 443, 3128]);
  });

  describe('let an arm out to what it needs', () => {
    it.each([
      ['orchestrator', []],
      ['planner', []],
      ['validator', []],
      ['retriever', [6333, 9200]],
      ['ingestion', [6333, 9200, 443]],
    ])('%s: names, broker and %j', (arm, others) => {
      expect(portsOf(egressOf(plain, arm))).toEqual([53, 53, 4222, ...others]);
    });

    it('on the port of each URL, and of its scheme where it names none', async () => {
      const manifests = await renderChart({
        ...NEEDED,
        nats: { url: 'nats://a.example:4301,nats://b.example:4302' },
        qdrant: { url: 'https://qdrant.example' },
        elasticsearch: { url: 'http://search.example:9201' },
        ollama: { url: 'http://ollama.example:11500' },
      });
      expect(portsOf(egressOf(manifests, 'retriever'))).toEqual([53, 53, 4301, 4302, 443, 9201, 11500]);
      expect(portsOf(egressOf(manifests, 'orchestrator'))).toEqual([53, 53, 4301, 4302]);
    });

    it.each<readonly [string, Readonly<Record<string, unknown>>, readonly string[]]>([
      ['nobody but who fetches documents', {}, []],
      [
        'who has the key of a hosted model',
        { secretFiles: [{ variable: 'OPENAI_API_KEY', secret: 's', key: 'k', arms: ['planner', 'retriever'] }] },
        ['planner', 'retriever'],
      ],
      [
        'whose variables name the key',
        { arms: { validator: { extraEnv: [{ name: 'ANTHROPIC_API_KEY_FILE', value: '/k' }] } } },
        ['validator'],
      ],
      [
        'who searches the web',
        { arms: { orchestrator: { config: { SEARXNG_URL: 'https://search.example.org' } } } },
        ['orchestrator'],
      ],
      [
        'who asks an issuer of tokens',
        { oidc: { issuer: 'https://login.example.org', audience: 'a', roles: 'b=reader' } },
        ['orchestrator'],
      ],
      ['who is named', { networkPolicy: { internet: { arms: ['planner'] } } }, ['planner']],
    ])('hosts outside: %s', async (_who, values, arms) => {
      const manifests = await renderChart({ ...NEEDED, ...values });
      expect(armsWithInternet(manifests)).toEqual([...arms, 'ingestion']);
    });

    it('never by way of the internet to the networks of the cluster, of its machines, or of this link', () => {
      const rule = egressOf(plain, 'ingestion').find(isInternet);
      const excepted = rule?.to?.flatMap(({ ipBlock }) => ipBlock?.except ?? []) ?? [];
      expect(excepted).toEqual(
        expect.arrayContaining([
          '10.0.0.0/8',
          '172.16.0.0/12',
          '192.168.0.0/16',
          '169.254.0.0/16',
          'fe80::/10',
          'fc00::/7',
        ]),
      );
    });

    it('to named peers, on further ports and by further rules', () => {
      const ingestion = egressOf(everything, 'ingestion');
      const search = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'search' } } };
      expect(ingestion).toContainEqual({ ports: [{ port: 6333, protocol: 'TCP' }], to: [search] });
      expect(portsOf(ingestion)).toEqual(expect.arrayContaining([4223, 4318, 22]));
      expect(portsOf(ingestion.filter(isInternet))).toEqual([80, 443]);
      expect(portsOf(egressOf(everything, 'planner'))).not.toContain(22);
    });
  });
});
