import { resolve } from 'node:path';
import { ArbiterError, ROLES, type Role, shownText } from '@arbiter/contracts';
import type { KeyEntry } from '@arbiter/standalone/keys';
import { type Command, Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';

interface FileOption {
  readonly file?: string;
}

interface KeysOptions extends FileOption {
  readonly create?: string;
  readonly revoke?: string;
  readonly role: Role;
  readonly tenant?: string;
  readonly groups?: string;
  readonly expires?: string;
}

const DAY_MS = 86_400_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS };

/** Options of a new key. */
const MAKING = ['role', 'groups', 'expires'];

export const registerKeys: Register = (program, execute) => {
  program
    .command('keys')
    .description(
      'List the keys by which a server knows its clients, without what could be used. The file holds digests, so a key can be ' +
        'read only once: when it is made. A running server follows the file within a second.',
    )
    .option('--file <path>', 'the keys file, JSON or YAML by its name (before ARBITER_KEYS_FILE)')
    .addOption(new Option('--create <name>', 'make a key and print it; logs name it so').conflicts('revoke'))
    .option('--revoke <name>', 'no longer admit the key of that name')
    .addOption(new Option('--role <role>', 'what a new key may do').choices(ROLES).default('reader'))
    .option('--tenant <tenant>', 'whose collections and domains the key reaches (default: those of all tenants)')
    .option(
      '--groups <names>',
      'comma-separated groups whose documents a new key reads (default: every document); "" for none',
    )
    .option('--expires <when>', 'in so many hours, days, weeks or years (90d), or at a time (2027-01-31T00:00:00Z)')
    .addHelpText(
      'after',
      examples([
        ['arbiter keys --create desk --tenant acme --groups staff --expires 90d', 'for a client of a tenant'],
        ['arbiter keys --create prometheus --role monitor', 'reads metrics and nothing else'],
        ['arbiter keys --revoke desk --tenant acme', 'the key of that name and tenant'],
      ]),
    )
    .action((options: KeysOptions, command: Command) =>
      execute((context) => {
        const { create: made, revoke: revoked } = options;
        if (made !== undefined) return create(made, options, context);
        refuseUnfit(command, MAKING, 'is for a new key, with --create');
        if (revoked !== undefined) return revoke(revoked, options, context);
        refuseUnfit(command, ['tenant'], 'needs --create or --revoke');
        return list(options, context);
      }),
    );
};

async function create(name: string, options: KeysOptions, context: CommandContext): Promise<ExitCode> {
  const { addKey, labelOf } = await import('@arbiter/standalone/keys');
  const file = fileOf(options, context);
  const { role, tenant } = options;
  const groups = options.groups?.split(',').map((group) => group.trim());
  const entry = {
    name,
    role,
    ...(tenant !== undefined && { tenant }),
    ...(groups && { groups: groups.filter(Boolean) }),
    ...(options.expires !== undefined && { expires: expiryOf(options.expires, context) }),
    created: timeOf(context.now()),
  };
  const key = addKey(file, entry);
  printResult(context, { command: 'keys create', file, key, ...entry }, () => `${key}\n`);
  if (!context.options.json) {
    remark(context, `${labelOf(entry)}: ${reachOf(entry)}. This is the only time that the key is shown.`);
  }
  return EXIT.ok;
}

async function list(options: FileOption, context: CommandContext): Promise<ExitCode> {
  const { hasExpired, readKeysFile } = await import('@arbiter/standalone/keys');
  const file = fileOf(options, context);
  const now = context.now();
  const keys = readKeysFile(file).map((entry) => ({ ...withoutDigest(entry), expired: hasExpired(entry, now) }));
  printResult(context, { command: 'keys list', file, keys }, () => renderKeys(keys));
  if (keys.length === 0 && !context.options.json) remark(context, `${file} holds no keys.`);
  return EXIT.ok;
}

async function revoke(name: string, options: KeysOptions, context: CommandContext): Promise<ExitCode> {
  const { labelOf, removeKey } = await import('@arbiter/standalone/keys');
  const { tenant } = options;
  const file = fileOf(options, context);
  const removed = removeKey(file, { name, ...(tenant !== undefined && { tenant }) });
  printResult(
    context,
    { command: 'keys revoke', file, ...withoutDigest(removed) },
    () => `${labelOf(removed)} is no longer admitted.\n`,
  );
  return EXIT.ok;
}

function fileOf({ file }: FileOption, { env, cwd }: CommandContext): string {
  const given = file ?? env.ARBITER_KEYS_FILE;
  if (given !== undefined && given !== '') return resolve(cwd, given);
  throw new ArbiterError('INVALID_REQUEST', 'Say which keys file: give --file, or set ARBITER_KEYS_FILE.');
}

/** @throws ArbiterError INVALID_REQUEST for what is no duration or time, and for a time that is past */
function expiryOf(given: string, { now }: CommandContext): string {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdwy])$/.exec(given) ?? [];
  const isTime = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(given);
  const at = isTime ? Date.parse(given) : now() + Number(count) * (UNITS_MS[unit] ?? NaN);
  if (!Number.isFinite(at)) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      '--expires takes 12h, 90d, 4w, 1y or a time such as 2027-01-31T00:00:00Z.',
    );
  }
  if (at <= now()) throw new ArbiterError('INVALID_REQUEST', `--expires: ${timeOf(at)} is past.`);
  return timeOf(at);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

type ListedKey = Omit<KeyEntry, 'sha256'> & { readonly expired: boolean };

function withoutDigest({ sha256: _, ...entry }: KeyEntry): Omit<KeyEntry, 'sha256'> {
  return entry;
}

/** A line for each key: tenant and name, what it may do, and until when. */
export function renderKeys(keys: readonly ListedKey[]): string {
  const width = Math.max(0, ...keys.map(({ name, tenant }) => titleOf(name, tenant).length));
  return keys
    .map((key) => {
      const { expires, expired } = key;
      const end = expires === undefined ? 'does not expire' : `${expired ? 'EXPIRED' : 'expires'} ${expires}`;
      return `${titleOf(key.name, key.tenant).padEnd(width)}  ${reachOf(key)} · ${end}\n`;
    })
    .join('');
}

function titleOf(name: string, tenant: string | undefined): string {
  return tenant === undefined ? name : `${tenant}/${name}`;
}

function reachOf({ role, tenant, groups }: Pick<KeyEntry, 'role' | 'tenant' | 'groups'>): string {
  if (role === 'monitor') return 'monitor, metrics alone';
  const where = tenant === undefined ? 'all tenants' : `tenant ${tenant}`;
  const what =
    groups === undefined
      ? 'every document'
      : groups.length === 0
        ? 'no restricted document'
        : `documents of ${groups.map(shownText).join(', ')}`;
  return `${role}, ${where}, ${what}`;
}
