import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { parse, stringify } from 'yaml';
import { type Manifest, renderChart } from './render-chart.js';

/** Relative to the root. */
export const PLAIN_MANIFESTS = 'deploy/kubernetes/base/arbiter.yaml';
export const PLAIN_VALUES = 'deploy/kubernetes/values.yaml';

/** Alert rules, and the copy that the chart brings. */
export const ALERTS = 'deploy/dashboards/alerts.yaml';
export const CHART_ALERTS = 'deploy/helm/arbiter/files/alerts.yaml';

/** What helm alone runs, such as a test. */
const HOOK = 'helm.sh/hook';
/** Labels and notes that only helm reads, or that an overlay would have to keep right. */
const OF_HELM = ['helm.sh/chart', 'helm.sh/resource-policy', 'app.kubernetes.io/managed-by'];

/** The plain manifests for kustomize: those of the chart, without what only helm reads. */
export async function plainManifests(): Promise<string> {
  const values = parse(readFileSync(join(ROOT, PLAIN_VALUES), 'utf8')) as Record<string, unknown>;
  const manifests = (await renderChart(values)).filter(({ metadata }) => metadata.annotations?.[HOOK] === undefined);
  const texts = manifests.map((manifest) => stringify(withoutHelm(manifest), { aliasDuplicateObjects: false }));
  return `# Written by \`node tools/bundle/dist/manifests/main.js\` from the chart. Do not edit: an overlay changes it.\n${texts.join('---\n')}`;
}

function withoutHelm(manifest: Manifest): unknown {
  return JSON.parse(JSON.stringify(manifest), (key, value: unknown) => (OF_HELM.includes(key) ? undefined : value));
}
