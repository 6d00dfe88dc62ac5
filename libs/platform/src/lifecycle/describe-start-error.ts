import { isNativeError } from 'node:util/types';
import { ArbiterError } from '@arbiter/contracts';
import type { LoadedConfig } from '../config/load-config.js';

interface SystemError {
  readonly code: string;
  readonly syscall: string | undefined;
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly path: string | undefined;
  readonly hostname: string | undefined;
}

/** What ends an app with `EXIT.misconfigured`. @param message a sentence that names the variable at fault */
export function misconfigured(message: string, cause?: unknown): Error {
  return new ArbiterError('INVALID_REQUEST', message, { cause });
}

/**
 * Why an app could not start, in one sentence that says what to do.
 *
 * @param config names the variable that holds a port
 */
export function describeStartError(error: unknown, config: LoadedConfig): string {
  if (error instanceof ArbiterError) return error.message;
  const system = systemErrorOf(error);
  return (
    (system && describeSystemError(system, config)) ?? `${config.definition.app} could not start: ${messageOf(error)}`
  );
}

function describeSystemError(error: SystemError, config: LoadedConfig): string | undefined {
  const { code, syscall, address = '', port = 0, path, hostname } = error;
  if (syscall === 'listen') {
    const place = `Port ${port} on ${address}`;
    const remedy = portRemedy(port, config);
    if (code === 'EADDRINUSE') return `${place} is in use by another program: stop that, or ${remedy}.`;
    if (code === 'EACCES') return `${place} is reserved for the administrator: ${remedy}.`;
    if (code === 'EADDRNOTAVAIL')
      return `${address} is not an address of this machine: set ARBITER_HOST to one that is.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host called ${hostname ?? address}: check the name.`;
  if (code === 'ECONNREFUSED')
    return `Nobody listens on ${address}:${port}: start what should be there, or correct the address.`;
  if (code === 'ENOSPC') return `The disk is full${path === undefined ? '' : ` (${path})`}: make room and start again.`;
  if (path === undefined) return undefined;
  if (code === 'ENOENT') return `${path} does not exist.`;
  if (code === 'EROFS') return `${path} is on a read-only disk: choose another folder.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${path} may not be opened by this user: change its owner or choose another.`;
  return undefined;
}

function portRemedy(port: number, { definition, values }: LoadedConfig): string {
  const typed: Readonly<Record<string, unknown>> = values;
  const holder = Object.entries(definition.variables).find(
    ([key, { env }]) => env.endsWith('PORT') && typed[key] === port,
  );
  return holder ? `choose another port with ${holder[1].env}` : 'choose another port';
}

function systemErrorOf(error: unknown): SystemError | undefined {
  if (!isNativeError(error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const field = (name: string): unknown => (error as unknown as Record<string, unknown>)[name];
  const text = (name: string) => (typeof field(name) === 'string' ? (field(name) as string) : undefined);
  const port = field('port');
  return {
    code: error.code,
    syscall: text('syscall'),
    address: text('address'),
    port: typeof port === 'number' ? port : undefined,
    path: text('path'),
    hostname: text('hostname'),
  };
}

function messageOf(error: unknown): string {
  const message = isNativeError(error) ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}
