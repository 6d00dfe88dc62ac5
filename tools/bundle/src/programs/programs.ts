import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program of Go that checks what is deployed: this is the only place that names its version. */
interface Program {
  readonly package: string;
  readonly version: string;
  /** File that `go install` makes, where it is not the name of the program. */
  readonly file?: string;
}

const PROGRAMS = {
  helm: { package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
  kustomize: { package: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.8.1' },
  // Loads a compose file as `docker compose config` does.
  'compose-spec': { package: 'github.com/compose-spec/compose-go/v2/cmd', version: 'v2.16.2', file: 'cmd' },
} as const satisfies Readonly<Record<string, Program>>;

/** Modules that hold published schemas; nothing of them is compiled. */
const SCHEMAS = {
  kubernetes: { module: 'k8s.io/kubernetes', version: 'v1.34.4' },
  gatewayApi: { module: 'sigs.k8s.io/gateway-api', version: 'v1.4.1' },
  keda: { module: 'github.com/kedacore/keda/v2', version: 'v2.21.0' },
  prometheusOperator: { module: 'github.com/prometheus-operator/prometheus-operator', version: 'v0.85.0' },
} as const;

export type ProgramName = keyof typeof PROGRAMS;
export type SchemaModule = keyof typeof SCHEMAS;

/** By version, so that another version is another folder. */
const CACHE = join(homedir(), '.cache', 'arbiter', 'programs');
const OPTIONS = { env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' }, maxBuffer: 16 * 2 ** 20 };

/** Path of a program, whether it is there or not. */
export function programPath(name: ProgramName): string {
  const program: Program = PROGRAMS[name];
  return join(CACHE, `${name}-${program.version}`, program.file ?? name);
}

/** @returns null when a program can be run, else why not: what a skipped spec prints */
export function programMissing(...names: readonly ProgramName[]): string | null {
  const missing = names.filter((name) => !existsSync(programPath(name)));
  if (missing.length === 0) return null;
  return `${missing.join(', ')} not installed: run \`node tools/bundle/dist/programs/main.js\`, which needs Go 1.26`;
}

/** Folder of a module with schemas; null where Go does not have it and cannot get it. */
export async function schemaFolder(name: SchemaModule): Promise<string | null> {
  const { module, version } = SCHEMAS[name];
  try {
    const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${version}`], OPTIONS);
    return (JSON.parse(stdout) as { Dir: string }).Dir;
  } catch {
    return null;
  }
}

/**
 * Installs what is not there yet.
 *
 * @returns what was done, a line for each program
 * @throws Error with Go's own words when one cannot be built; `ENOENT` where there is no Go
 */
export async function installPrograms(): Promise<string[]> {
  const lines: string[] = [];
  for (const name of Object.keys(PROGRAMS) as ProgramName[]) {
    const { package: path, version } = PROGRAMS[name];
    if (existsSync(programPath(name))) {
      lines.push(`${name} ${version} is there`);
      continue;
    }
    const folder = join(CACHE, `${name}-${version}`);
    const draft = `${folder}.${process.pid}`;
    await mkdir(draft, { recursive: true });
    try {
      await run('go', ['install', '-trimpath', '-ldflags=-s -w', `${path}@${version}`], {
        ...OPTIONS,
        env: { ...OPTIONS.env, GOBIN: draft },
      });
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    lines.push(`${name} ${version} installed`);
  }
  for (const name of Object.keys(SCHEMAS) as SchemaModule[]) {
    if ((await schemaFolder(name)) === null) throw new Error(`${SCHEMAS[name].module} cannot be downloaded`);
    lines.push(`schemas of ${name} ${SCHEMAS[name].version} are there`);
  }
  return lines;
}
