import { createHash } from 'node:crypto';

const hex = (seed: string, length = 64): string => createHash('sha256').update(seed).digest('hex').slice(0, length);
const base64 = (seed: string): string => createHash('sha512').update(seed).digest('base64');
/** The same number for the same seed, 0–1. */
const share = (seed: string): number => Number.parseInt(hex(seed, 8), 16) / 0xff_ff_ff_ff;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const minute = (at: number): string => new Date(Date.UTC(2026, 2, 4, 0, at * 10)).toISOString();

/** The nouns of the documents: what machines write about a tool names the same things as its handbook. */
const NOUNS = [
  'station',
  'reading',
  'alarm',
  'batch',
  'token',
  'export',
  'backup',
  'setting',
  'keeper',
  'interval',
  'modem',
  'snapshot',
];
const PACKAGES = [
  ...[
    'modem-frames',
    'river-level',
    'alarm-mail',
    'gauge-battery',
    'token-store',
    'batch-writer',
    'export-csv',
    'backup-file',
  ],
  ...[
    'station-map',
    'release-notes',
    'interval-timer',
    'keeper-login',
    'sensor-zero',
    'raw-readings',
    'install-service',
    'upgrade-store',
  ],
];

function lockFile(): string {
  const packages = PACKAGES.map((name, at): [string, object] => [
    `node_modules/${name}`,
    {
      version: `${(at % 5) + 1}.${at}.${(at * 7) % 10}`,
      resolved: `https://packages.example/${name}/-/${name}.tgz`,
      integrity: `sha512-${base64(name)}`,
      dependencies: { [PACKAGES[(at + 3) % PACKAGES.length] ?? name]: '^1.0.0' },
    },
  ]);
  return json({ name: 'gaugehub', version: '4.2.0', lockfileVersion: 3, packages: Object.fromEntries(packages) });
}

function benchmark(): string {
  const runs = NOUNS.flatMap((noun) =>
    [1, 50, 500].map((size) => {
      const name = `store_${noun}_${size}`;
      return {
        name,
        stations: size * 4,
        readings: size * 500,
        mean_ms: share(name) * 90,
        p99_ms: share(`${name}9`) * 400,
      };
    }),
  );
  return json({ benchmark: 'store readings of stations', release: '4.2.0', runs });
}

function openapi(): string {
  const paths = NOUNS.flatMap((noun) =>
    ['readings', 'alarms'].map((part): [string, object] => [
      `/v1/${noun}s/{id}/${part}`,
      {
        get: {
          operationId: `get_${noun}_${part}`,
          summary: `The ${part} of a ${noun}.`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: `All ${part} of the ${noun}.` },
            404: { description: `There is no such ${noun}.` },
          },
        },
      },
    ]),
  );
  return json({ openapi: '3.0.3', info: { title: 'gaugehub', version: '4.2.0' }, paths: Object.fromEntries(paths) });
}

const MESSAGES = [
  'stored batch {id} of 500 readings',
  'alarm raised at station {at}, mail sent to keeper',
  'station {at} has sent nothing for 3 intervals',
  'batch {id} rejected: clock of modem is wrong',
  'backup {id} written, raw readings kept',
  'token {id} is not valid, login locked',
  'setting interval of station {at} read again',
  'export {id} made, link valid for a week',
];

function log(): string {
  return times(160, (at) => {
    const id = at === 75 ? '7f3a19' : hex(`b${at}`, 6);
    const text = (MESSAGES[at % MESSAGES.length] ?? '').replace('{id}', id).replace('{at}', `${at % 40}`);
    return `${minute(at)} ${at % 8 === 3 ? 'WARN' : 'INFO'} [${NOUNS[at % 12]}] ${text}`;
  }).join('\n');
}

const code = times(220, (at) => {
  const noun = NOUNS[at % 12] ?? '';
  return `function ${noun}${at}(e,t){return e.${noun}?t("${(MESSAGES[at % 8] ?? '').replace(/[{}]/g, '')}",e.${noun}.interval):null}`;
}).join(';');

function coverage(): string {
  const files = [...NOUNS, 'alarm-ladder'].map((noun) => [
    `src/${noun}.ts`,
    {
      path: `src/${noun}.ts`,
      statementMap: Object.fromEntries(
        times(6, (at) => [at, { start: { line: at * 3, column: 2 }, end: { line: at * 3 + 2, column: 3 } }]),
      ),
      fnMap: { 0: { name: `${noun}Of`, line: 3 } },
      s: Object.fromEntries(times(6, (at) => [at, Math.floor(share(`${noun}${at}`) * 60)])),
    },
  ]);
  return json(Object.fromEntries(files));
}

/** Files that tools would have written beside the documents, by their paths. */
export const MADE_FILES: Readonly<Record<string, string>> = {
  'package-lock.json': lockFile(),
  'bench/results.json': benchmark(),
  'openapi.json': openapi(),
  'logs/gaugehub.log': log(),
  'logs/events.jsonl': times(120, (at) =>
    JSON.stringify({
      time: minute(at),
      level: 'info',
      station: at % 40,
      msg: (MESSAGES[at % 8] ?? '').replace(/ ?\{\w+\}/, ''),
      interval: 10,
    }),
  ).join('\n'),
  'dist/gaugehub.min.js': `!function(){${code}}();`,
  'dist/manifest.json': json(
    Object.fromEntries(
      NOUNS.map((noun) => [
        `${noun}-page.js`,
        { file: `assets/${noun}-page-${hex(noun, 20)}.js`, sha256: hex(`s${noun}`), bytes: 4_000 + noun.length },
      ]),
    ),
  ),
  'exports/level.csv': [
    'time,level,quality',
    ...times(400, (at) => `${minute(at).slice(0, 16)}Z,${(share(`l${at}`) * 4).toFixed(3)},0`),
  ].join('\n'),
  'exports/stations.json': json(
    times(60, (at) => ({
      station: hex(`st${at}`, 16),
      modem: hex(`mo${at}`, 32),
      zero: share(`z${at}`) * 90,
      interval: 600,
      last_reading: minute(at),
    })),
  ),
  'coverage/coverage-final.json': coverage(),
  'traces/trace.json': json(
    times(50, (at) => ({
      traceId: hex(`t${at}`, 32),
      spanId: hex(`sp${at}`, 16),
      name: `${NOUNS[at % 12]}.store`,
      start: 1_772_600_000_000 + at,
      attributes: { station: at % 40, batch: hex(`b${at}`, 6), readings: 500 },
    })),
  ),
  'proto/reading_pb2.py': [
    '# Generated by the protocol buffer compiler.  DO NOT EDIT!',
    ...NOUNS.map(
      (noun) =>
        `_${noun.toUpperCase()} = _descriptor.Descriptor(name='${noun}', full_name='gaugehub.${noun}', index=${noun.length}, containing_type=None, fields=[], extensions=[])`,
    ),
    "READING_BATCH = _descriptor.Descriptor(name='ReadingBatch', full_name='gaugehub.v4.ReadingBatch', containing_type=None, fields=[])",
  ].join('\n'),
};
