import { EventEmitter } from 'node:events';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const manifest = {
  name: 'default',
  formatVersion: 1,
  embeddingModel: 'all-MiniLM-L6-v2',
  dimensions: 384,
  analyser: 'english',
  chunkerVersion: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A server that is told to stop as soon as it has said what it serves. */
function serving(collections: unknown[]) {
  const signals = new EventEmitter();
  const listCollections = () => {
    signals.emit('SIGINT');
    return Promise.resolve({ collections });
  };
  return { signals, scripts: { 'retriever.list-collections': listCollections } };
}

describe('arbiter serve', () => {
  it('says where it answers, and stops in order when told to', async () => {
    const run = await runArbiter(['serve'], serving([{ manifest, documents: 2, chunks: 9 }]));
    expect(run).toMatchObject({ exitCode: 0, closed: 1 });
    expect(run.opened[0]?.http).toBe(true);
    expect(run.stdout).toContain('questions  http://127.0.0.1:3100');
    expect(run.stdout).toContain('search     http://127.0.0.1:8006');
    expect(run.stdout).not.toContain('empty');
  });

  it('prints the two commands that fill an empty library', async () => {
    const { stdout } = await runArbiter(['serve'], serving([]));
    expect(stdout).toContain('npx arbiter ingest PATH\n');
    expect(stdout).toContain('npx arbiter ingest --domain lantern-coast\n');
  });

  it('fails with the reason when the port is taken', async () => {
    const startError = new ArbiterError('UNAVAILABLE', 'Port 3100 is in use: set ORCHESTRATOR_PORT to another.');
    const { exitCode, stderr } = await runArbiter(['serve'], { startError });
    expect(exitCode).toBe(1);
    expect(stderr).toBe('arbiter: Port 3100 is in use: set ORCHESTRATOR_PORT to another.\n');
  });
});
