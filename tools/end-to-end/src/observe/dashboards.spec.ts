import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, OPERATIONS } from '@arbiter/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ExportedMetric, exportedMetrics } from './exported-metrics.js';
import { readPromql } from './promql.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = `${ROOT}deploy/dashboards/`;
const DASHBOARDS = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** What Prometheus itself adds: the target of a scrape, and whether it answered. */
const OF_TARGET = ['instance', 'job'];
const OF_PROMETHEUS: ReadonlyMap<string, ExportedMetric> = new Map([['up', { type: 'gauge', labels: [] }]]);
/** Told by others on the same dashboards, or of interest to a developer alone. */
const UNSEEN = [
  'arbiter_build_info',
  'arbiter_planner_language_model_repairs_total',
  'arbiter_validation_language_model_repairs_total',
];
/** Series that a histogram has besides its own name. */
const SUFFIXES = ['_bucket', '_sum', '_count'];

const Panel = z.looseObject({
  id: z.number(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string().min(1) })).default([]),
});
const Dashboard = z.looseObject({
  uid: z.string().regex(/^arbiter-[a-z]+$/),
  title: z.string(),
  panels: z.array(Panel),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string(), query: z.unknown() })) }),
});
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Arbiter[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

const dashboardOf = (file: string) => Dashboard.parse(JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')));
const alerts = () =>
  Rules.parse(parse(readFileSync(`${FOLDER}alerts.yaml`, 'utf8'))).groups.flatMap(({ rules }) => rules);

/** All expressions, each with where it stands. */
function expressions(): [place: string, expression: string][] {
  return [
    ...DASHBOARDS.flatMap((file) =>
      dashboardOf(file).panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }): [string, string] => [`${file}: ${title}`, expr]),
      ),
    ),
    ...alerts().map(({ alert, expr }): [string, string] => [`alerts.yaml: ${alert}`, expr]),
  ];
}

/** Everything in an expression that the code does not export. */
function unknownIn(expression: string, metrics: ReadonlyMap<string, ExportedMetric>): string[] {
  return readPromql(expression).flatMap(({ name, labels, values }) => {
    const suffix = SUFFIXES.find((each) => name.endsWith(each) && !metrics.has(name));
    const metric = metrics.get(suffix === undefined ? name : name.slice(0, -suffix.length));
    if (!metric || (suffix !== undefined && metric.type !== 'histogram')) return [name];
    if (metric.type === 'histogram' && suffix === undefined) return [name];
    const known = [...metric.labels, 'app', ...OF_TARGET, ...(suffix === '_bucket' ? ['le'] : [])];
    const operations = OPERATIONS.map((operation) => operation.name as string);
    const codes: string[] = ['OK', ...ERROR_CODES];
    return [
      ...labels.filter((label) => !known.includes(label)).map((label) => `${name}{${label}}`),
      // Elsewhere an operation is another one: of a decision, or of a planner.
      ...(name.startsWith('arbiter_operation_') ? (values.operation ?? []) : [])
        .filter((value) => !operations.includes(value) && !value.endsWith('..'))
        .map((value) => `operation ${value}`),
      ...(values.code ?? []).filter((value) => !codes.includes(value)).map((value) => `code ${value}`),
    ];
  });
}

describe('the dashboards and alert rules', () => {
  let metrics: ReadonlyMap<string, ExportedMetric>;
  beforeAll(async () => {
    metrics = new Map([...(await exportedMetrics()), ...OF_PROMETHEUS]);
  });

  it('ask only for metrics and labels that the code exports', () => {
    const all = expressions();
    expect(all.length).toBeGreaterThan(80);
    const wrong = all.flatMap(([place, expression]) =>
      unknownIn(expression, metrics).map((what) => `${place}: ${what}`),
    );
    expect(wrong).toEqual([]);
  });

  it('leave no metric of ours unseen, besides those that are listed here', () => {
    const seen = new Set(expressions().flatMap(([, expression]) => readPromql(expression).map(({ name }) => name)));
    const own = [...metrics].filter(([name]) => name.startsWith('arbiter_'));
    const unseen = own.filter(([name]) => !seen.has(name) && !SUFFIXES.some((suffix) => seen.has(`${name}${suffix}`)));
    expect(unseen.map(([name]) => name).sort()).toEqual(UNSEEN);
  });

  it('fail when a metric, a label or a code is renamed', () => {
    const [name, metric] = ['arbiter_operation_calls_total', metrics.get('arbiter_operation_calls_total')!];
    const expression = `sum by (operation) (rate(${name}{code="UNAVAILABLE"}[5m]))`;
    const without = new Map([...metrics].filter(([each]) => each !== name));
    expect(unknownIn(expression, metrics)).toEqual([]);
    expect(unknownIn(expression, without)).toEqual([name]);
    expect(unknownIn(expression, new Map([...without, [name, { ...metric, labels: ['code'] }]]))).toEqual([
      `${name}{operation}`,
    ]);
    expect(unknownIn(expression.replace('UNAVAILABLE', 'AWAY'), metrics)).toEqual(['code AWAY']);
  });

  it.each(['sum(rate(x[5m])', 'rate(x[5 minutes])', '{app="a"}', 'x >', 'histogram_quantile(0.9 x)'])(
    'refuse %p, which is no PromQL',
    (expression) => {
      expect(() => readPromql(expression)).toThrow(SyntaxError);
    },
  );

  it.each(DASHBOARDS)('%s has panels that do not overlap, each with a description', (file) => {
    const { panels, templating } = dashboardOf(file);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ type, description }) => type !== 'row' && !description)).toEqual([]);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'app']);
  });

  it('have different ids and titles', () => {
    const all = DASHBOARDS.map(dashboardOf);
    expect(all.map(({ uid }) => `${uid.replace('arbiter-', '')}.json`)).toEqual(DASHBOARDS);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  it('have a runbook for each alert, and no runbook without one', () => {
    const guide = readFileSync(`${ROOT}docs/guides/observe.md`, 'utf8');
    const headings = [...guide.matchAll(/^### (Arbiter[A-Za-z]+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(alerts().map(({ alert }) => alert));
    for (const { alert, annotations } of alerts())
      expect(annotations.runbook_url).toBe(`docs/guides/observe.md#${alert.toLowerCase()}`);
  });
});
