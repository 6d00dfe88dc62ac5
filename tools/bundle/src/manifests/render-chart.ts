import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository.js';
import { parseAllDocuments, stringify } from 'yaml';
import { programPath } from '../programs/programs.js';

const run = promisify(execFile);

export const CHART = join(ROOT, 'deploy/helm/arbiter');
/** Of the cluster that the chart is rendered for: that of the schemas. */
const KUBERNETES_VERSION = '1.34.4';
const MAX_OUTPUT = 16 * 2 ** 20;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [key: string]: unknown;
}

/**
 * What `helm install` would send to a cluster.
 *
 * @param values laid over those of the chart
 * @throws Error with helm's own words when schema or templates refuse the values
 */
export async function renderChart(values: Readonly<Record<string, unknown>>): Promise<Manifest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-chart-'));
  const file = join(folder, 'values.yaml');
  try {
    await writeFile(file, stringify(values));
    const words = ['template', 'arbiter', CHART, '--kube-version', KUBERNETES_VERSION, '--values', file];
    const { stdout } = await run(programPath('helm'), words, { maxBuffer: MAX_OUTPUT });
    return parseManifests(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Helm's own check of a chart. @throws Error with what it found */
export async function lintChart(valuesFile: string): Promise<string> {
  const words = ['lint', CHART, '--strict', '--kube-version', KUBERNETES_VERSION, '--values', valuesFile];
  const { stdout } = await run(programPath('helm'), words);
  return stdout;
}

/** @param folder with a kustomization.yaml. @throws Error with kustomize's own words */
export async function buildKustomization(folder: string): Promise<Manifest[]> {
  const { stdout } = await run(programPath('kustomize'), ['build', folder], { maxBuffer: MAX_OUTPUT });
  return parseManifests(stdout);
}

/** @throws Error with the first mistake, such as a key that stands twice */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
