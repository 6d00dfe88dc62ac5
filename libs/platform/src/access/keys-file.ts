import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import {
  ArbiterError,
  Group,
  identityOf,
  includesRole,
  KeyMoment,
  KeyName,
  type Principal,
  Role,
  Tenant,
} from '@arbiter/contracts';
import { parseDocument } from 'yaml';
import { z } from 'zod';

/** Shows scanners of repositories and people what a text is that has been left lying somewhere. */
const KEY_PREFIX = 'arb_';
const KEY_BYTES = 32;

export const KeyEntry = z
  .strictObject({
    name: KeyName,
    /**
     * Of the key, in hex. A slow hash (bcrypt, Argon2) protects passwords, which can be guessed; a key of 256 random bits
     * cannot, however fast a guess is. And one plain digest finds the key among thousands, where each slow one would have to
     * be tried for every request.
     */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be the SHA-256 of a key in 64 hexadecimal digits, never the key itself'),
    role: Role,
    /** Absent: it reaches all tenants. */
    tenant: Tenant.optional(),
    /** Absent: it reads every document. */
    groups: z.array(Group).max(256).optional(),
    /** Absent: it holds until it is revoked. */
    expires: KeyMoment.optional(),
    created: KeyMoment,
  })
  .refine(({ role, tenant }) => role !== 'monitor' || tenant === undefined, {
    path: ['tenant'],
    message: 'a monitor has none: metrics are about all tenants',
  })
  .refine(({ role, groups }) => groups === undefined || !includesRole(role, 'editor'), {
    path: ['groups'],
    message: 'only a reader has groups: who may change the library reads all of it',
  });
export type KeyEntry = z.output<typeof KeyEntry>;

export const KeysFile = z.strictObject({ version: z.literal(1), keys: z.array(KeyEntry) });

/** A new key: 256 random bits, as text that fits headers, shells and addresses. */
export function newKey(): string {
  return `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** @returns SHA-256 in hex */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Names are unique per tenant, so this is unique in a file. */
export function labelOf({ name, tenant }: Pick<KeyEntry, 'name' | 'tenant'>): string {
  return identityOf({ name, tenant: tenant ?? null });
}

export function principalOfKey({ name, role, tenant, groups }: KeyEntry): Principal {
  return { name, role, tenant: tenant ?? null, groups: groups ?? null };
}

/** @param now milliseconds since the Unix epoch */
export function hasExpired({ expires }: Pick<KeyEntry, 'expires'>, now: number): boolean {
  return expires !== undefined && Date.parse(expires) <= now;
}

/** Whether a file is written as YAML, by its name; it is read as YAML in any case, of which JSON is a part. */
export function isYamlFile(path: string): boolean {
  return ['.yaml', '.yml'].includes(extname(path).toLowerCase());
}

/**
 * @param path for the error alone
 * @throws ArbiterError INVALID_REQUEST that names every mistake by its place, and quotes nothing: somebody may have written down
 *   a key
 */
export function parseKeysFile(text: string, path: string): readonly KeyEntry[] {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    throw invalid(path, [`${line === undefined ? '' : `line ${line}: `}it is neither JSON nor YAML`]);
  }
  const parsed = KeysFile.safeParse(contentOf(document, path));
  if (!parsed.success) throw invalid(path, parsed.error.issues.map(sentenceOf));
  const { keys } = parsed.data;
  const mistakes = [
    ...twice(keys.map(labelOf)).map((label) => `two keys are called ${label}`),
    ...twice(keys.map(({ sha256 }) => sha256.toLowerCase())).map((digest) => {
      const names = keys.filter(({ sha256 }) => sha256.toLowerCase() === digest).map(labelOf);
      return `${names.join(' and ')} are one key`;
    }),
  ];
  if (mistakes.length > 0) throw invalid(path, mistakes);
  return keys;
}

function contentOf(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw invalid(path, ['it has aliases of YAML, which nothing in it needs']);
  }
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function twice(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}

function invalid(path: string, mistakes: readonly string[]): ArbiterError {
  const head = `The keys file ${path} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}.`;
  return new ArbiterError('INVALID_REQUEST', [head, ...mistakes.map((mistake) => `  - ${mistake}`)].join('\n'), {
    details: { path, mistakes },
  });
}
