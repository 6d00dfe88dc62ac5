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
    description: 'Folders that hold domain packs, besides the folder `domains` where one works and the installed ones.',
  }),
  allowPackCode: variable({
    env: 'ARBITER_ALLOW_PACK_CODE',
    schema: flag(),
    default: false,
    description:
      'Whether the `tools/` code of packs that Arbiter does not ship runs, each pack in its own thread. This is not a sandbox: malicious code can escape.',
  }),
};
