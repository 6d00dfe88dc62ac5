import { SEARCH_METHODS, search as searchOperation, type SearchMethod } from '@arbiter/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import { withLibrary } from '../library/open-library.js';
import { readQuestion } from '../questions/read-question.js';
import { renderSearch } from '../render/render-search.js';
import { collectionsOption, domainOption, examples, type Register } from './register.js';

export interface SearchCommandRequest {
  readonly words: readonly string[];
  readonly collections: readonly string[] | null;
  readonly domain: string | null;
  readonly method: SearchMethod | null;
  readonly limit: number | null;
  /** 0–1 */
  readonly minRelevance: number | null;
  readonly synthesis: boolean;
}

interface SearchOptions {
  collection?: string[];
  domain?: string;
  method?: SearchMethod;
  limit?: number;
  minRelevance?: number;
  synthesis?: boolean;
}

export const registerSearch: Register = (program, execute) => {
  program
    .command('search')
    .summary('list the passages that match best')
    .description('List the passages that match a query best, with their relevance and exact place.')
    .argument('<query...>', 'what to search for; "-" reads it from the standard input')
    .addOption(collectionsOption('collection to search, also several times (default: all)'))
    .addOption(domainOption('search the collections of a domain'))
    .addOption(new Option('-m, --method <method>', 'how to search (default: "hybrid")').choices(SEARCH_METHODS))
    .option('-n, --limit <count>', 'how many passages, 1 to 100 (default: 10)', asNumber)
    .option('--min-relevance <fraction>', 'leave out what is less relevant, 0 to 1 (default: 0.5)', asNumber)
    .option('--synthesis', 'also sum up what was found, with markers')
    .addHelpText(
      'after',
      examples([
        ['arbiter search "storm bell"', 'the ten best passages'],
        ['arbiter search "storm bell" -m keyword -n 3', 'by the words alone, three of them'],
        ['arbiter search "storm bell" --min-relevance 0 --json', 'everything, as POST /search answers it'],
      ]),
    )
    .action((words: string[], options: SearchOptions) =>
      execute((context) =>
        search(
          {
            words,
            collections: options.collection ?? null,
            domain: options.domain ?? null,
            method: options.method ?? null,
            limit: options.limit ?? null,
            minRelevance: options.minRelevance ?? null,
            synthesis: options.synthesis ?? false,
          },
          context,
        ),
      ),
    );
};

export async function search(request: SearchCommandRequest, context: CommandContext): Promise<ExitCode> {
  const text = await readQuestion(request.words, context.stdin);
  const { signal } = context.interruption;
  return withLibrary(context, { writes: false }, async (library) => {
    const { domain, method, limit, minRelevance, synthesis } = request;
    const collections = domain === null ? request.collections : await collectionsOfDomain(library, domain, signal);
    const response = await library.request(
      searchOperation,
      {
        query: text,
        include_synthesis: synthesis,
        ...(collections !== null && { knowledge_bases: [...collections] }),
        ...(method !== null && { method }),
        ...(limit !== null && { limit }),
        ...(minRelevance !== null && { min_relevance_score: minRelevance }),
      },
      { signal },
    );
    printResult(context, response, () => renderSearch(response, context.terminal.outColours));
    return EXIT.ok;
  });
}

function asNumber(text: string): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}
