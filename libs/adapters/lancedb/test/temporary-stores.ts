import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LanceStore, type LanceStoreOptions } from '../src/lance.store.js';

/** Stores in folders of their own, all gone after the tests. */
export class TemporaryStores {
  private readonly folders: string[] = [];
  private readonly stores: LanceStore[] = [];

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'arbiter-lance-'));
    this.folders.push(folder);
    return folder;
  }

  async open(options: Partial<LanceStoreOptions> = {}): Promise<LanceStore> {
    const directory = options.directory ?? (await this.folder());
    const store = await LanceStore.open({ mode: 'read-write', ...options, directory });
    this.stores.push(store);
    return store;
  }

  async remove(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.close()));
    await Promise.all(this.folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
