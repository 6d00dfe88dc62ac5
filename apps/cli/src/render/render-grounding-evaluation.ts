import { GROUNDING_METRICS } from '@arbiter/evaluation';
import type { GroundingRun } from '../evaluation/grounding-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { renderTable } from './render-table.js';

/** Sets one below the other, their mean last, each figure with its interval. */
export function renderGroundingEvaluation(run: GroundingRun, colours: Colours): string {
  const { sets, latencyMs } = run;
  const figures = sets.length === 1 ? sets : [...sets, { ...run, dataset: 'mean' }];
  const rows = figures.map(({ dataset, n, metrics, ci95, calibrated }) => [
    dataset,
    String(n),
    ...GROUNDING_METRICS.map((metric) => figureWithInterval(metrics[metric], ci95[metric])),
    ...(calibrated ? [share(calibrated.balancedAccuracy)] : []),
  ]);
  const fitted = run.calibrated ? [`calibrated on ${run.calibrated.labels}`] : [];
  const nothing = sets.reduce((sum, { nothingToVerify }) => sum + nothingToVerify, 0);
  return [
    colours.bold(`${run.n} pairs, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([['set', 'n', ...GROUNDING_METRICS, ...fitted], ...rows]),
    '',
    ...(run.ablations ? [...renderAblations(run), ''] : []),
    ...(nothing === 0 ? [] : [`${nothing} of the claims hold nothing to verify; they count as not supported.`, '']),
  ].join('\n');
}

/** What is lost without each feature, most first. */
function renderAblations({ metrics, ablations = [] }: GroundingRun): string[] {
  const lost = (whole: number | null, without: number | null): number => (whole ?? 0) - (without ?? 0);
  const rows = ablations
    .map(({ feature, balancedAccuracy, auroc }) => ({
      feature,
      accuracy: lost(metrics.balancedAccuracy, balancedAccuracy),
      area: lost(metrics.auroc, auroc),
    }))
    .sort((a, b) => b.area - a.area)
    .map(({ feature, accuracy, area }) => [feature, accuracy.toFixed(3), area.toFixed(3)]);
  return renderTable([['without', 'balancedAccuracy lost', 'auroc lost'], ...rows]);
}

export function figureWithInterval(value: number | null, interval: readonly [number, number] | null): string {
  return interval === null ? share(value) : `${share(value)} [${share(interval[0])}, ${share(interval[1])}]`;
}

/** @param value fraction of 1; null where there is none */
export function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
