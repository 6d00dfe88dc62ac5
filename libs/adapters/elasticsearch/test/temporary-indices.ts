import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { ElasticsearchKeywordIndex } from '../src/elasticsearch-keyword.index.js';
import type { ElasticsearchInput } from '../src/elasticsearch.connection.js';

/** Indices under prefixes of their own on one server, all gone after the tests. */
export class TemporaryIndices {
  private readonly opened: ElasticsearchKeywordIndex[] = [];
  private prefixes = 0;
  private readonly run = randomBytes(4).toString('hex');

  /** @param url read when an index is opened: the server may start later */
  constructor(private readonly url: () => string) {}

  async open(options: Partial<ElasticsearchInput> = {}): Promise<ElasticsearchKeywordIndex> {
    const index = await ElasticsearchKeywordIndex.open({ url: this.url(), prefix: this.prefix(), ...options });
    this.opened.push(index);
    return index;
  }

  /** One that no other index of this run has. */
  prefix(): string {
    return `test-${this.run}-${++this.prefixes}`;
  }

  /** The vendor's client, to see what is really there. */
  client(): Client {
    return new Client({ node: this.url() });
  }

  async remove(): Promise<void> {
    await Promise.all(this.opened.map((index) => index.close()));
    const client = this.client();
    const found = await client.indices.get({ index: `test-${this.run}-*`, features: ['aliases'] });
    const indices = Object.keys(found);
    for (let from = 0; from < indices.length; from += 20)
      await client.indices.delete({ index: indices.slice(from, from + 20), ignore_unavailable: true });
    await client.close();
  }
}
