import type { ListedModel, PulledModel } from '@arbiter/standalone/models';
import { renderTable } from './render-table.js';

export function renderPulledModel({ name, directory, revision, loadedBytes }: PulledModel): string {
  const done = loadedBytes === 0 ? 'is there, as recorded' : `${megabytes(loadedBytes)} loaded and checked`;
  return `${name}${revision === null ? '' : ` at ${revision}`}: ${done}\n${directory}\n`;
}

export function renderModels(directory: string, models: readonly ListedModel[]): string {
  if (models.length === 0) return `No models in ${directory}\n`;
  const rows = models.map(({ name, state, bytes, revision }) => [name, state, megabytes(bytes), revision ?? '-']);
  return [directory, ...renderTable(rows), ''].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
