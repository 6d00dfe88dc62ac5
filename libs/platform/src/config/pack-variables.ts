import { variable } from './define-config.js';
import { flag, PATH_LIST, pathList } from './value-schemas.js';

/** Where domain packs are, and whether their code runs: for arms that run it. */
export const packVariables = {
  domainsDirs: variable({
    env: 'ARBITER_DOMAINS_DIR',
    yaml: 'domains_dir',
    schema: pathList(),
    values: PATH_LIST,
    default: [],
    description: 'Folders of domain packs, besides `domains` where one works and the installed ones.',
  }),
  allowPackCode: variable({
    env: 'ARBITER_ALLOW_PACK_CODE',
    schema: flag(),
    default: false,
    description:
      'Whether code of packs that Arbiter does not ship runs. Its thread is not a sandbox: malicious code can escape.',
  }),
};
