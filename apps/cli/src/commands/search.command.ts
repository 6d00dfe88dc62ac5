import { FUSION_METHODS, search as searchOperation, SEARCH_METHODS, type OperationRequest } from '@arbiter/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import type { ExitCode } from '../exit-code.js';
import { parseFilters } from '../filters/parse-filters.js';
import { searchLibrary, type Searched } from '../questions/search-library.js';
import { renderSearch } from '../render/render-search.js';
import { collectionsOption, domainOption, examples, severalTimes, type Register } from './command-options.js';
import { searchPages } from './search-pages.js';

export interface SearchCommandRequest extends Searched {
  /** What else the request holds; the library decides what is absent. */
  readonly fields: Omit<OperationRequest<typeof searchOperation>, 'query' | 'knowledge_bases'>;
}

interface SearchOptions {
  collection?: string[];
  domain?: string;
  method?: (typeof SEARCH_METHODS)[number];
  limit?: number;
  minRelevance?: number;
  filter?: string[];
  from?: string;
  to?: string;
  fusion?: (typeof FUSION_METHODS)[number];
  rerank?: boolean;
  maxPerDocument?: number;
  explain?: boolean;
  synthesis?: boolean;
  pages?: boolean;
  picture?: string;
}

export const registerSearch: Register = (program, execute) => {
  program
    .command('search')
    .description('List the passages that match a query best, with their relevance and exact place.')
    .argument('<query...>', 'what to search for; "-" reads it from the standard input')
    .addOption(collectionsOption('collection (knowledge base) to search, also several times (default: all)'))
    .addOption(domainOption('search the collections of a domain'))
    .addOption(new Option('-m, --method <method>', 'how to search (default: "hybrid")').choices(SEARCH_METHODS))
    .option('-n, --limit <count>', 'how many passages, 1 to 100 (default: 10), or pages, 1 to 50 (3)', asNumber)
    .option('--min-relevance <fraction>', 'leave out less relevant passages, 0 to 1 (default: 0.5)', asNumber)
    .option('-f, --filter <condition>', 'what the metadata must say, also several times; see below', severalTimes)
    .option('--from <date>', 'documents of this date or later: a year, month, day or time as ISO 8601 writes it')
    .option('--to <date>', 'documents of this date or earlier')
    .addOption(new Option('--fusion <method>', 'how the lists of a hybrid search become one').choices(FUSION_METHODS))
    .option('--rerank', 'let the reranker look at the best candidates')
    .option('--no-rerank', 'leave the reranker out')
    .option('--max-per-document <count>', 'at most so many passages of one document, 1 to 100', asNumber)
    .option('--explain', 'show which list gave each passage which rank and score')
    .option('--synthesis', 'also summarise the passages, with markers')
    .addOption(
      new Option('--picture <file>', 'save the best page as JPEG').implies({ pages: true }).conflicts(OF_PASSAGES),
    )
    .addOption(new Option('--pages', 'find pages by their words and pictures').conflicts(OF_PASSAGES))
    .addHelpText('after', FILTERS_HELP)
    .addHelpText(
      'after',
      examples([
        ['arbiter search "storm bell"', 'the ten best passages'],
        ['arbiter search "storm bell" -m keyword -n 3', 'by the words alone, three of them'],
        [`arbiter search "storm bell" -f 'year>=2020' -f '!draft'`, 'in documents that say so of themselves'],
        ['arbiter search "storm bell" --fusion rrf --no-rerank --explain', 'fused by rank, and why'],
        ['arbiter search "storm bell" --min-relevance 0 --json', 'everything, as POST /search answers it'],
        ['arbiter search "chart of the coast" --picture chart.jpg', 'the best pages, and the picture of the first'],
      ]),
    )
    .action((words: string[], options: SearchOptions) =>
      execute((context) => {
        const { collection, domain, pages, limit, picture } = options;
        const where = { words, collections: collection ?? null, domain: domain ?? null };
        return pages === true
          ? searchPages({ ...where, limit, picture }, context)
          : search({ ...where, fields: fieldsOf(options) }, context);
      }),
    );
};

/** What says how passages are searched and shown. */
const OF_PASSAGES = [
  ...['method', 'minRelevance', 'filter', 'from', 'to'],
  ...['fusion', 'rerank', 'maxPerDocument', 'explain', 'synthesis'],
];

const FILTERS_HELP = `
Filters (all must hold; quote them for the shell):
  'key=value'   equal         'key=a,b'     one of these     'key'   there is a value
  'key!=value'  not equal     'key!=a,b'    none of these    '!key'  there is none
  'key>=value'  also >, <, <=: numbers, or dates such as 2024-03-15
  '{"key":…}'   JSON, as "filters" of POST /search takes it
  Numbers, true and false are such; '"2024"' is text. A dot leads into an object: 'author.name=Ann'.`;

/** @throws ArbiterError INVALID_REQUEST for a filter that cannot be read */
function fieldsOf(options: SearchOptions): SearchCommandRequest['fields'] {
  const { method, limit, minRelevance, fusion, rerank, maxPerDocument } = options;
  const { filter = [], from, to, explain, synthesis = false } = options;
  const filters = parseFilters(filter);
  if (from !== undefined) filters.date_from = from;
  if (to !== undefined) filters.date_to = to;
  return {
    include_synthesis: synthesis,
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(method !== undefined && { method }),
    ...(limit !== undefined && { limit }),
    ...(minRelevance !== undefined && { min_relevance_score: minRelevance }),
    ...(fusion !== undefined && { fusion }),
    ...(rerank !== undefined && { rerank }),
    ...(maxPerDocument !== undefined && { max_per_document: maxPerDocument }),
    ...(explain !== undefined && { explain }),
  };
}

export function search({ fields, ...request }: SearchCommandRequest, context: CommandContext): Promise<ExitCode> {
  const warm = [
    ...(fields.method === 'keyword' ? [] : (['embedder'] as const)),
    ...(fields.include_synthesis === true ? (['reader'] as const) : []),
  ];
  return searchLibrary(request, { warm }, context, async (library, query, collections) => {
    const response = await library.request(
      searchOperation,
      { ...fields, query, ...(collections && { knowledge_bases: collections }) },
      { signal: context.interruption.signal },
    );
    printResult(context, response, () => renderSearch(response, context.terminal.outColours));
  });
}

function asNumber(text: string): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}
