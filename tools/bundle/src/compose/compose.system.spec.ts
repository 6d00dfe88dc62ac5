import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { loadConfig } from '@arbiter/platform';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ARM_APPS, type ArmApp, BOT_APPS, type BotApp, configOf, isBot, knownVariables, portOf } from '../arms.js';
import { programMissing, programPath } from '../programs/programs.js';

interface Service {
  readonly image: string;
  readonly build?: {
    readonly args: { readonly ARM: ArmApp | BotApp };
    readonly dockerfile: string;
    readonly context: string;
  };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly cpus?: string; readonly memory?: string } } };
  readonly read_only?: boolean;
  readonly profiles?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
}

const FOLDER = join(ROOT, 'deploy/compose');
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const { services, ...declared } = parse(text, { merge: true }) as Readonly<
  Record<'networks' | 'volumes' | 'secrets', Readonly<Record<string, unknown>>>
> & { readonly services: Readonly<Record<string, Service>> };
const arms = Object.entries(services).flatMap(([name, service]) =>
  service.build ? [{ name, app: service.build.args.ARM, service }] : [],
);

/** Documented ports of what is no arm. */
const SERVER_PORTS = { nats: 4222, qdrant: 6333, elasticsearch: 9200, ollama: 11_434 } as const;

/** `${NAME:-default}`, as compose fills it in where nothing is set. */
const INTERPOLATED = /\$\{(?<name>\w+)(?::-(?<fallback>[^}]*))?\}/g;
const filledIn = (value: string): string =>
  value.replace(INTERPOLATED, (_all, _name: string, fallback = '') => fallback as string);

const missing = programMissing('compose-spec');
if (missing !== null) console.warn(`The compose file is not loaded: ${missing}`);
const loads = missing === null ? it : it.skip;
const load = (file: string): unknown =>
  JSON.parse(
    execFileSync(programPath('compose-spec'), ['-format', 'json', file], {
      cwd: FOLDER,
      // What the developer has set must not fill in variables.
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

describe('the compose file', () => {
  loads('is loaded by the loader of the compose specification', () => {
    expect(Object.keys((load('compose.yaml') as { services: object }).services)).toContain('retriever');
  });

  loads('is not loaded with mistakes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-compose-'));
    try {
      const mistakes = [
        [/read_only: true/, 'readonly: true'],
        [/nats: \{ condition: service_healthy \}/, 'nats: { condition: service_ready }'],
        [/tmpfs: \[\/tmp\]/, 'tmpfs: { path: /tmp }'],
        [/\$\{LOG_LEVEL:-info\}/, '${LOG_LEVEL:-info'],
      ] as const;
      for (const [before, after] of mistakes) {
        expect(text).toMatch(before);
        const file = join(folder, 'compose.yaml');
        writeFileSync(file, text.replace(before, after));
        expect(() => load(file)).toThrow();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the five arms and the bots, each built as its own image', () => {
    expect(arms.map(({ app }) => app).sort()).toEqual([...ARM_APPS, ...BOT_APPS].sort());
    for (const { app, service } of arms) {
      expect(service.image).toContain(`/${app}:`);
      expect(existsSync(join(FOLDER, service.build?.context ?? '', service.build?.dockerfile ?? ''))).toBe(true);
    }
  });

  it('publishes the documented ports, on this machine alone', () => {
    const ports = { ...SERVER_PORTS, ...Object.fromEntries(arms.map(({ name, app }) => [name, portOf(app).port])) };
    for (const [name, { ports: published = [] }] of Object.entries(services)) {
      // Nobody calls a bot.
      if (isBot(name)) expect([name, published]).toEqual([name, []]);
      if (isBot(name)) continue;
      const port = ports[name as keyof typeof ports];
      expect([name, published.map(filledIn)]).toEqual([name, [`127.0.0.1:${port}:${port}`]]);
    }
  });

  it('sets only what the arm knows, to values that its configuration accepts', () => {
    for (const { app, service } of arms) {
      const environment = Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([name, value]) => [name, filledIn(value)]),
      );
      const known = knownVariables(app);
      const unknown = Object.keys(environment).filter((name) => !known.has(name.replace(/_FILE$/, '')));
      expect([app, unknown]).toEqual([app, []]);
      const { ARBITER_API_KEY_FILE: file, ...rest } = environment;
      expect([app, file]).toEqual([app, '/run/secrets/arbiter_api_key']);
      if (isBot(app)) Object.assign(rest, { DISCORD_TOKEN: 'a-token', SLACK_BOT_TOKEN: 'a-token' });
      const values: Readonly<Record<string, unknown>> = loadConfig(configOf(app), {
        env: rest,
        cwd: '/nowhere',
      }).values;
      // Compose kills what has not ended in time.
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(
        Number(values.drainSeconds ?? 0) + 10,
      );
      expect(service.secrets).toEqual(['arbiter_api_key']);
    }
  });

  it('starts nothing before what it needs is healthy, and every service can say whether it is', () => {
    for (const [name, { depends_on: needs = {}, healthcheck }] of Object.entries(services)) {
      for (const [needed, { condition }] of Object.entries(needs)) {
        expect([name, needed, condition]).toEqual([name, needed, 'service_healthy']);
        expect(Object.keys(services)).toContain(needed);
      }
      expect([name, (healthcheck?.test.length ?? 0) > 0]).toEqual([name, true]);
    }
    const needed = Object.keys(services.orchestrator?.depends_on ?? {});
    expect(
      arms.map(({ name }) => name).filter((name) => name !== 'orchestrator' && !isBot(name) && !needed.includes(name)),
    ).toEqual([]);
  });

  it('uses the volumes, networks and secrets that it declares, all of them and no others', () => {
    const used = (of: (service: Service) => readonly string[] | undefined) => [
      ...new Set(Object.values(services).flatMap((service) => of(service) ?? [])),
    ];
    const volumes = used((service) => service.volumes?.map((mount) => filledIn(mount).split(':')[0] ?? ''));
    expect(volumes.filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(declared.volumes).sort());
    expect(used(({ networks }) => networks).sort()).toEqual(Object.keys(declared.networks).sort());
    expect(used(({ secrets }) => secrets).sort()).toEqual(Object.keys(declared.secrets).sort());
  });

  it('starts bots only by their profile', () => {
    for (const { app, service } of arms) expect([app, service.profiles]).toEqual([app, isBot(app) ? [app] : undefined]);
  });

  it('limits every service, and lets no arm write to its image', () => {
    for (const [name, { deploy }] of Object.entries(services)) {
      expect([name, Object.keys(deploy?.resources?.limits ?? {}).sort()]).toEqual([name, ['cpus', 'memory']]);
    }
    for (const { service } of arms) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('names every variable that it takes in .env.example, with the same default', () => {
    const lines = readFileSync(join(FOLDER, '.env.example'), 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line));
    const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
    const taken: Record<string, string> = Object.fromEntries(
      [...text.matchAll(INTERPOLATED)].map(({ groups }) => [groups?.name ?? '', groups?.fallback ?? '']),
    );
    expect(example).toEqual(taken);
  });
});
