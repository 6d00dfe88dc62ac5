import { posix } from 'node:path';
import { DEFAULT_METHOD } from '@arbiter/cli';
import type { RetrievalRun } from './read-runs.js';
import { renderBarChart, type BarGroup } from './bar-chart.js';

/** Accuracy that design document 003 promises for the retriever. It names neither the set nor the machine. */
export const PUBLISHED_ACCURACY = [
  { label: 'Recall@10', metric: 'recall@10', vector: 0.82, keyword: 0.68, hybrid: 0.89 },
  { label: 'Precision@10', metric: 'precision@10', vector: 0.75, keyword: 0.72, hybrid: 0.83 },
  { label: 'MRR', metric: 'mrr@10', vector: 0.78, keyword: 0.65, hybrid: 0.85 },
  { label: 'nDCG@10', metric: 'ndcg@10', vector: 0.81, keyword: 0.7, hybrid: 0.87 },
] as const;

/** Milliseconds. */
export const PUBLISHED_LATENCY = [
  { label: 'Vector search only', method: 'vector', p50: 50, p95: 150, p99: 300 },
  { label: 'Keyword search only', method: 'keyword', p50: 30, p95: 100, p99: 200 },
  { label: 'Hybrid search', method: 'hybrid', p50: 80, p95: 200, p99: 400 },
  { label: 'Total (no synthesis)', method: 'default', p50: 150, p95: 400, p99: 800 },
] as const;

/** A Markdown table; the first column to the left, the others to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first), rule, ...others.map(line)].join('\n');
}

/** A report in Markdown with the plots that it shows. */
export interface RetrievalReport {
  readonly markdown: string;
  /** By the name that the Markdown calls them. */
  readonly plots: ReadonlyMap<string, string>;
}

/** Columns beside nDCG@10. */
const SHOWN_METRICS = ['mrr@10', 'recall@10', 'recall@100', 'precision@10'] as const;

/** Differences below it are marked. */
const SIGNIFICANT = 0.05;

/**
 * Tables and plots of one or several runs, one section each, and the published figures beside ours. It depends on nothing
 * but the runs, so that the same runs always give the same report.
 *
 * @param name of the report, before the names of its plots
 */
export function renderRetrievalReport(name: string, runs: readonly RetrievalRun[]): RetrievalReport {
  const quality = `${name}-ndcg.svg`;
  const latency = `${name}-latency.svg`;
  const shared = sharedSettings(runs);
  const markdown = [
    '# How good the search is',
    'Written by `arbiter eval`; change the runs, not this page. `libs/evaluation` defines the figures. nDCG takes linear ' +
      'gain over log2(rank + 1) and the ideal order of all judgements, passages count by their best chunk, ties are ' +
      'broken by id. Brackets hold 95 % bootstrap intervals over queries. \\* marks a difference in nDCG@10 from the ' +
      `default with p < ${SIGNIFICANT} in a paired randomisation test, two-sided. A search may give fewer than 100 passages.`,
    ...(shared === undefined ? [] : [`All runs had these settings: ${shared}.`]),
    `![nDCG@10 by set and method](${quality})`,
    `![Latency by set and method](${latency})`,
    ...runs.flatMap((run) => section(run, shared)),
    '## Beside the published figures',
    'Design document 003 promises these, and names neither the set nor the machine. Precision@10 can be no higher than ' +
      'the relevant passages of a query divided by ten: .1 to .2 in these sets.',
    accuracyTable(runs),
    latencyTable(runs),
    '',
  ].join('\n\n');
  const plots = new Map([
    [
      quality,
      renderBarChart({
        title: 'nDCG@10',
        unit: 'mean over queries, 95 % interval',
        groups: groups(runs, ndcgOf),
        digits: 3,
      }),
    ],
    [
      latency,
      renderBarChart({
        title: 'Latency, p95',
        unit: 'milliseconds around one search at a time',
        groups: groups(runs, p95Of),
        digits: 0,
      }),
    ],
  ]);
  return { markdown: `${markdown.trimEnd()}\n`, plots };
}

/** The settings that several runs have alike, or undefined. */
function sharedSettings(runs: readonly RetrievalRun[]): string | undefined {
  const [first, ...others] = new Set(runs.map(settingsOf));
  return runs.length > 1 && others.length === 0 ? first : undefined;
}

function settingsOf({ config }: RetrievalRun): string {
  return Object.entries(config.retriever)
    .flatMap(([name, value]) => (value === null ? [] : [`\`${name}=${value}\``]))
    .join(', ');
}

/** @param shared settings that the page has told already */
function section(run: RetrievalRun, shared: string | undefined): string[] {
  const { n, config } = run;
  const { machine, versions, collections } = config;
  const chunks = collections.map(
    ({ name, documents, chunks, embeddingModel, analyser }) =>
      `${String(name)} (${String(documents)} documents, ${String(chunks)} chunks, ${String(embeddingModel)}, analyser ${String(analyser)})`,
  );
  return [
    `## ${titleOf(run)}`,
    `${n} queries. ${chunks.join(', ')}.`,
    markdownTable(
      ['method', 'nDCG@10', ...SHOWN_METRICS, 'p50 ms', 'p95 ms'],
      mergeEqualRows(
        methodsOf(run).map((method) => {
          const { p50, p95 } = run.latencyMs.methods[method] ?? run.latencyMs;
          return [
            method,
            `${mark(run, method)}${figure(run.metrics[method]?.['ndcg@10'])} [${(run.ci95[method]?.['ndcg@10'] ?? []).map(figure).join(', ')}]`,
            ...SHOWN_METRICS.map((metric) => figure(run.metrics[method]?.[metric])),
            ...[p50, p95].map((ms) => ms.toFixed(1)),
          ];
        }),
      ),
    ),
    `Differences in nDCG@10: ${run.significance.map(differenceOf).join('; ')}.`,
    `Measured ${config.measuredAt.slice(0, 10)} on ${machine.cpu}, ${machine.cores} cores, ` +
      `${Math.round(machine.memoryBytes / 2 ** 30)} GiB, load ${machine.loadAverage.toFixed(1)}; Arbiter ` +
      `${versions.arbiter ?? '?'}, Node.js ${versions.node ?? '?'}${shared === undefined ? `; ${settingsOf(run)}` : ''}.`,
  ];
}

function differenceOf({ a, b, difference, pValue }: RetrievalRun['significance'][number]): string {
  const p = pValue < 0.0005 ? 'p < .0005' : `p ${pValue.toFixed(4)}`;
  return `${a} − ${b} ${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))} (${p})`;
}

/** Rows that differ only in their first cell become one: the default is a method that is listed, too. */
function mergeEqualRows(rows: readonly (readonly string[])[]): string[][] {
  const merged = new Map<string, string[]>();
  for (const [label = '', ...cells] of rows) {
    const [labels] = merged.get(cells.join('|')) ?? [];
    merged.set(cells.join('|'), [labels === undefined ? label : `${labels}, ${label}`, ...cells]);
  }
  return [...merged.values()];
}

function accuracyTable(runs: readonly RetrievalRun[]): string {
  const methods = ['vector', 'keyword', 'hybrid'] as const;
  return markdownTable(
    ['accuracy: published, the sets above', ...methods],
    PUBLISHED_ACCURACY.map(({ label, metric, ...published }) => [
      label,
      ...methods.map(
        (method) => `${published[method].toFixed(2)}, ${rangeOf(runs, (run) => run.metrics[method]?.[metric], 2)}`,
      ),
    ]),
  );
}

function latencyTable(runs: readonly RetrievalRun[]): string {
  const ranks = ['p50', 'p95', 'p99'] as const;
  return markdownTable(
    ['ms: published, the sets above', ...ranks],
    PUBLISHED_LATENCY.map(({ label, method, ...published }) => [
      label,
      ...ranks.map((rank) => `${published[rank]}, ${rangeOf(runs, (run) => run.latencyMs.methods[method]?.[rank], 0)}`),
    ]),
  );
}

/** The least and the largest value of the runs that have one, as "0.70–0.84". */
function rangeOf(
  runs: readonly RetrievalRun[],
  valueOf: (run: RetrievalRun) => number | undefined,
  digits: number,
): string {
  const values = runs.map(valueOf).filter((value) => value !== undefined);
  if (values.length === 0) return '–';
  const ends = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return [...new Set(ends)].join('–');
}

function groups(
  runs: readonly RetrievalRun[],
  barOf: (run: RetrievalRun, method: string) => Omit<BarGroup['bars'][number], 'label'>,
): BarGroup[] {
  return runs.map((run) => ({
    label: titleOf(run),
    bars: methodsOf(run).map((method) => ({ label: method, ...barOf(run, method) })),
  }));
}

const ndcgOf = (run: RetrievalRun, method: string) => {
  const interval = run.ci95[method]?.['ndcg@10'];
  return { value: run.metrics[method]?.['ndcg@10'] ?? 0, ...(interval && { interval }) };
};

const p95Of = (run: RetrievalRun, method: string) => ({ value: run.latencyMs.methods[method]?.p95 ?? 0 });

function mark({ significance }: RetrievalRun, method: string): string {
  const test = significance.find(({ a, b }) => a === DEFAULT_METHOD && b === method);
  return test !== undefined && test.pValue < SIGNIFICANT ? '\\* ' : '';
}

/** "../data/scifact", test → "scifact test" */
function titleOf({ dataset, split }: RetrievalRun): string {
  return `${posix.basename(dataset)} ${split}`;
}

function methodsOf({ metrics }: RetrievalRun): string[] {
  return Object.keys(metrics);
}

function figure(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(4);
}
