import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { parseDocument } from 'yaml';
import { TrustedFolders, userConfigFolder } from './trusted-folders.js';

/** Names the file in the environment. */
export const CONFIG_FILE_VARIABLE = 'ARBITER_CONFIG';
export const DEFAULT_CONFIG_FILE = 'config.yaml';

export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  readonly sections: ReadonlyMap<string, unknown>;
}

/** The file that holds, and the one of the folder that was left alone. */
export interface FoundConfigFile {
  /** Null when there is none. */
  readonly file: ConfigFile | null;
  /** Absolute path of a `config.yaml` in an untrusted folder; null if there is none. */
  readonly ignored: string | null;
}

/**
 * Reads the configuration file: the one named, else that of ARBITER_CONFIG, else `config.yaml` of a folder that the user
 * trusts, else the user's own. One file holds, whole: settings work together, and of a stranger's none is harmless for sure.
 *
 * @throws ArbiterError INVALID_REQUEST when a named file is absent, or it is no YAML mapping of sections
 */
export function readConfigFile(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  named?: string,
): FoundConfigFile {
  const asked = named ?? (env[CONFIG_FILE_VARIABLE] === '' ? undefined : env[CONFIG_FILE_VARIABLE]);
  if (asked !== undefined) {
    const path = resolve(cwd, asked);
    if (existsSync(path)) return { file: readSections(path), ignored: null };
    throw new ArbiterError('INVALID_REQUEST', `The configuration file ${path} does not exist.`, { details: { path } });
  }
  const here = resolve(cwd, DEFAULT_CONFIG_FILE);
  const isHere = existsSync(here);
  if (isHere && new TrustedFolders(env).has(cwd)) return { file: readSections(here), ignored: null };
  const ignored = isHere ? here : null;
  const own = userConfigFolder(env);
  const ofUser = own === null ? null : join(own, DEFAULT_CONFIG_FILE);
  return { file: ofUser !== null && existsSync(ofUser) ? readSections(ofUser) : null, ignored };
}

function readSections(path: string): ConfigFile {
  return { path, sections: parseSections(path, readText(path)) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `The configuration file ${path} cannot be read.`, {
      details: { path },
      cause,
    });
  }
}

function parseSections(path: string, text: string): ReadonlyMap<string, unknown> {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    const [where] = error.linePos ?? [];
    const line = where ? `, line ${where.line}` : '';
    // The first line only: the rest of the message quotes the file, which may hold a key.
    const reason = error.message.split('\n')[0]?.replace(/ at line \d.*$/, '') ?? 'unreadable';
    throw new ArbiterError('INVALID_REQUEST', `The configuration file ${path}${line} is not valid YAML: ${reason}.`, {
      details: { path },
      cause: error,
    });
  }
  const root: unknown = document.toJS();
  if (root === null) return new Map();
  if (!isMapping(root)) {
    throw new ArbiterError('INVALID_REQUEST', `The configuration file ${path} must hold sections such as "common:".`, {
      details: { path },
    });
  }
  return new Map(Object.entries(root));
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
