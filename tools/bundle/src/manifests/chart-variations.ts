/** Values that every installation must give. */
export const NEEDED = {
  nats: { url: 'nats://nats.messaging:4222' },
  qdrant: { url: 'http://qdrant.search:6333' },
  elasticsearch: { url: 'https://elasticsearch.search:9200' },
  apiKey: { existingSecret: 'arbiter' },
} as const;

const armsWith = (values: object) =>
  Object.fromEntries(['orchestrator', 'planner', 'validator', 'retriever', 'ingestion'].map((arm) => [arm, values]));

/** Nothing but what is needed. */
const minimal = NEEDED;

/** One pod of each arm, everything embedded that can be, state on disks. */
const embedded = {
  nats: NEEDED.nats,
  apiKey: NEEDED.apiKey,
  stores: { documents: 'filesystem', sessions: 'filesystem' },
  library: { enabled: true, storageClass: 'fast', accessMode: 'ReadWriteOnce' },
  networkPolicy: { enabled: false },
  arms: {
    ...armsWith({ replicas: 1, podDisruptionBudget: { enabled: false } }),
    orchestrator: { replicas: 1, persistence: { enabled: true, size: '2Gi' } },
    validator: { replicas: 1, persistence: { enabled: true, existingClaim: 'decisions' } },
  },
} as const;

/** Every option at once. */
const everything = {
  ...NEEDED,
  nats: { url: '' },
  ollama: { url: 'http://ollama.models:11434' },
  fullnameOverride: 'answers',
  image: { registry: 'registry.example.org', tag: '0.1.0-rc.1', pullPolicy: 'Always', pullSecrets: [{ name: 'pull' }] },
  secretFiles: [
    { variable: 'NATS_URL', secret: 'nats', key: 'url' },
    { variable: 'QDRANT_API_KEY', secret: 'qdrant', key: 'api-key', arms: ['retriever', 'ingestion'] },
    { variable: 'ANTHROPIC_API_KEY', secret: 'models', key: 'anthropic', arms: ['retriever'] },
  ],
  keysFile: { existingSecret: 'keys' },
  oidc: {
    issuer: 'https://login.example.org/realms/staff',
    audience: 'arbiter',
    roles: 'arbiter-admin=admin,staff=reader',
    roleClaim: 'realm_access.roles',
    tenantClaim: 'tenant',
    groupsClaim: 'groups',
  },
  config: { LOG_LEVEL: 'warn', HTTP_TRUSTED_PROXIES: '10.0.0.0/8' },
  extraEnv: [{ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector:4318' }],
  serviceAccount: { annotations: { team: 'search' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-read-timeout': '600' },
    hosts: ['answers.example.org', 'ask.example.org'],
    tls: [{ hosts: ['answers.example.org', 'ask.example.org'], secretName: 'answers-tls' }],
  },
  httpRoute: {
    enabled: true,
    annotations: { team: 'search' },
    parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hostnames: ['answers.example.org'],
  },
  prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  networkPolicy: {
    peers: { qdrant: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'search' } } }] },
    brokerPort: 4223,
    internet: { arms: ['validator'], ports: [80, 443] },
    extraEgress: [{ ports: [{ port: 4318, protocol: 'TCP' }] }],
    clients: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } }],
    monitoring: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
  },
  serviceMonitor: { enabled: true, interval: '15s', labels: { release: 'prometheus' } },
  keda: { enabled: true, monitorUrl: 'http://nats.messaging:8222' },
  bots: {
    discord: {
      enabled: true,
      existingSecret: 'discord-bot',
      config: { BOT_DOMAIN: 'notes', BOT_ADMIN_ROLES: '900000000000000017' },
      extraEnv: [{ name: 'NODE_OPTIONS', value: '--max-old-space-size=200' }],
      extraEgress: [{ ports: [{ port: 3128, protocol: 'TCP' }] }],
      podLabels: { team: 'search' },
    },
    slack: { enabled: true, existingSecret: 'slack-bot', httpMode: true },
  },
  arms: {
    orchestrator: {
      autoscaling: { enabled: true, callsInside: 12 },
      service: { type: 'LoadBalancer', annotations: { 'example.org/internal': 'true' } },
      config: { MAX_CONCURRENT_QUESTIONS: 32 },
    },
    planner: {
      autoscaling: { enabled: true },
      extraEnv: [{ name: 'NODE_OPTIONS', value: '--max-old-space-size=200' }],
      scratch: { data: '64Mi', tmp: '32Mi' },
    },
    validator: {
      autoscaling: { enabled: true },
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      tolerations: [{ key: 'models', operator: 'Exists', effect: 'NoSchedule' }],
      podAnnotations: { note: 'x' },
      podLabels: { team: 'search' },
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
          ],
        },
      },
    },
    retriever: { autoscaling: { enabled: true, callsInside: 8 }, config: { SYNTHESIS_MODEL: 'claude-haiku-4-5' } },
    ingestion: {
      podDisruptionBudget: { enabled: true, maxUnavailable: '50%' },
      initContainers: [{ name: 'fetch', image: 'registry.example.org/fetch:1', command: ['fetch', '/documents'] }],
      extraContainers: [{ name: 'sync', image: 'registry.example.org/sync:1' }],
      extraVolumes: [{ name: 'documents', emptyDir: { sizeLimit: '1Gi' } }],
      extraVolumeMounts: [{ name: 'documents', mountPath: '/documents', readOnly: true }],
      extraEgress: [{ ports: [{ port: 22, protocol: 'TCP' }] }],
    },
  },
} as const;

export const VARIATIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  minimal,
  embedded,
  everything,
};

/** Values that must be refused, each with what the refusal says. */
export const REFUSED: readonly (readonly [what: string, values: Readonly<Record<string, unknown>>, says: RegExp])[] = [
  ['no broker', { ...NEEDED, nats: { url: '' } }, /nats\.url is needed/],
  ['no key', { ...NEEDED, apiKey: { existingSecret: '' } }, /apiKey\.existingSecret is needed/],
  ['a password in an address', { ...NEEDED, nats: { url: 'nats://me:secret@nats:4222' } }, /nats\.url|\/nats\/url/],
  ['an embedded index without a disk', { ...NEEDED, qdrant: { url: '' } }, /shared disk/],
  [
    'two workers on one disk',
    { ...NEEDED, qdrant: { url: '' }, library: { enabled: true }, arms: { ingestion: { replicas: 2 } } },
    /a disk has one writer/,
  ],
  ['orchestrators that share no sessions', { ...NEEDED, stores: { sessions: 'filesystem' } }, /stores\.sessions=nats/],
  [
    'orchestrators that grow and share no sessions',
    {
      ...NEEDED,
      stores: { sessions: 'filesystem' },
      arms: { orchestrator: { replicas: 1, autoscaling: { enabled: true } } },
    },
    /stores\.sessions=nats/,
  ],
  ['a disk for two pods', { ...NEEDED, arms: { validator: { persistence: { enabled: true } } } }, /disk of one pod/],
  ['an ingress that has no name', { ...NEEDED, ingress: { enabled: true } }, /ingress\.hosts is needed/],
  ['a route without a gateway', { ...NEEDED, httpRoute: { enabled: true } }, /httpRoute\.parentRefs is needed/],
  [
    'tokens that may do anything',
    { ...NEEDED, oidc: { issuer: 'https://login.example.org' } },
    /oidc\.issuer needs oidc\.audience and oidc\.roles/,
  ],
  ['an issuer without TLS', { ...NEEDED, oidc: { issuer: 'http://login.example.org' } }, /oidc/],
  ['a network that is none', { ...NEEDED, networkPolicy: { internet: { except: ['10.0.0.0'] } } }, /except/],
  ['ports that were for every arm', { ...NEEDED, networkPolicy: { egressPorts: [4222] } }, /egressPorts/],
  ['a limit that is none', { ...NEEDED, arms: { planner: { scratch: { tmp: 'much' } } } }, /scratch\/tmp/],
  ['KEDA that cannot ask', { ...NEEDED, keda: { enabled: true } }, /keda\.monitorUrl is needed/],
  ['KEDA that ends the last worker', { ...NEEDED, keda: { minReplicas: 0 } }, /minReplicas/],
  [
    'two scalers of one arm',
    {
      ...NEEDED,
      keda: { enabled: true, monitorUrl: 'http://nats:8222' },
      arms: { ingestion: { autoscaling: { enabled: true } } },
    },
    /choose one/,
  ],
  ['a value that there is none', { ...NEEDED, replicas: 3 }, /replicas/],
  ['a misspelled part of an arm', { ...NEEDED, arms: { planner: { replica: 3 } } }, /replica/],
  ['a port out of range', { ...NEEDED, arms: { planner: { port: 80_000 } } }, /port/],
  [
    'a bot without a secret',
    { ...NEEDED, bots: { slack: { enabled: true } } },
    /keys ARBITER_API_KEY,SLACK_BOT_TOKEN,SLACK_APP_TOKEN/,
  ],
  ['a token as a value', { ...NEEDED, bots: { discord: { token: 'a-token' } } }, /token/],
  [
    'an id of a role that is a number',
    { ...NEEDED, bots: { discord: { config: { BOT_ADMIN_ROLES: 9e17 } } } },
    /BOT_ADMIN_ROLES/,
  ],
  ['a bot in two pods', { ...NEEDED, bots: { discord: { replicas: 2 } } }, /replicas/],
  ['Discord that calls the bot', { ...NEEDED, bots: { discord: { httpMode: true } } }, /httpMode/],
  ['a container that runs as root', { ...NEEDED, podSecurityContext: { runAsUser: 0 } }, /runAsUser/],
];
