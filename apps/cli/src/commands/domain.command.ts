import { examples, type Register } from './register.js';
import { registerDomainCheck } from './domain-check.command.js';
import { registerDomainList } from './domain-list.command.js';
import { registerDomainNew } from './domain-new.command.js';

/** Packs of knowledge: documents, how they are read, and what goes with them. */
export const registerDomain: Register = (program, execute) => {
  const domain = program
    .command('domain')
    .description('Make, check and list domain packs: folders that say what to read, into which collections, and how.')
    .addHelpText('after', examples([['arbiter domain new handbook', 'begin a pack in domains/handbook']]));
  registerDomainNew(domain, execute);
  registerDomainCheck(domain, execute);
  registerDomainList(domain, execute);
};
