import { listDomains, type DomainSummary } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { examples, type Register } from './register.js';

export const registerDomainList: Register = (domain, execute) => {
  domain
    .command('list')
    .summary('say which packs are there')
    .description(
      'List the domain packs that commands find by name: those in ARBITER_DOMAINS_DIR, in domains/ where one works if ' +
        'the folder is trusted, and those that come with Arbiter. A broken one is left out: `arbiter domain check NAME` says why.',
    )
    .addHelpText('after', examples([['arbiter domain list --json', 'for a script']]))
    .action(() => execute(domainList));
};

export async function domainList(context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, { writes: false }, async (library) => {
    const { domains } = await library.request(listDomains, {}, { signal: context.interruption.signal });
    printResult(context, { command: 'domain list', domains }, () => domains.map(rendered).join(''));
    return EXIT.ok;
  });
}

function rendered({ domain, version, description, collections }: DomainSummary): string {
  return `${domain} ${version}\n  ${description}\n  collections: ${collections.join(', ')}\n`;
}
