import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/tool-sdk';
import { DataSet } from './resolve/data-set.js';
import { readFile } from './read/read-file.js';
import { EXTENSIONS, RelatedCatalogueReader } from './read/related-catalogues.js';
import { rosterDataOf } from './read/roster-data.js';
import { writeCatalogue } from './text/write-catalogue.js';

/**
 * Reads the game systems and catalogues of BattleScribe data sets: a section for each unit with its cost, keywords,
 * profiles, parts and rules, and the units, weapons, abilities and rules as entities. References are followed through the
 * files beside it. If a file stands alone, their targets are missing, with a warning.
 */
export class BattleScribeParser implements DocumentParser {
  readonly name = 'battlescribe';
  readonly mediaType = 'application/x-battlescribe';
  readonly extensions = [...EXTENSIONS];
  private readonly related = new RelatedCatalogueReader();

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { bytes, name, signal } = request;
    signal.throwIfAborted();
    const { catalogue, record, warnings } = await readFile(bytes, name, signal);
    const related = await this.related.read(request);
    const data = new DataSet(catalogue, related.catalogues);
    const parsed = await writeCatalogue(data, rosterDataOf(record), signal);
    return { ...parsed, warnings: [...warnings, ...related.warnings, ...parsed.warnings] };
  }

  async relatedDigest(request: ParseRequest): Promise<string> {
    request.signal.throwIfAborted();
    return this.related.digest(request);
  }
}
