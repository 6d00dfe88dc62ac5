import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';

/** Modules that run in a thread of their own, which are started by their address. */
const THREAD = /\.(?:thread|worker)\.m?js$/;
const ADDRESS = /new URL\(\s*(['"])(?<path>[^'"]+)\1,\s*import\.meta\.url\s*\)/g;

/** Modules of third parties. */
export const PACKAGES = /[\\/]node_modules[\\/]/;

/** An import for its side effects alone: `import './x.js';`. */
const FOR_EFFECT = /^import\s*['"]/m;

/** Whether a module of ours relies on the side effects of another, which the bundle would leave out. */
export function importsForEffect(code: string): boolean {
  return FOR_EFFECT.test(code);
}

/**
 * A module finds models, packs and threads by its own address, which in a bundle is that of the bundle. The plugin writes the
 * module's address out instead, relative to the bundle. Everything that is no code thus stays where it is, in a clone as well
 * as in a published package, which has the folders of the repository. Threads are looked for beside the bundle.
 *
 * @param root absolute
 * @param folder of the bundle, relative to the root
 * @param onThread called for each module that is started as a thread, with its name in the bundle, without `.js`, and the module
 *   that starts it
 */
export function relocateModules(
  root: string,
  folder: string,
  onThread: (name: string, id: string, startedBy: string) => void,
): Plugin {
  return {
    name: 'relocate-modules',
    transform: {
      // The bundler hands over only these; to hand over every module costs it a second.
      filter: { id: { exclude: PACKAGES }, code: 'import.meta.url' },
      handler(code, id) {
        const withThreads = code.replace(ADDRESS, (whole: string, _quote: string, path: string) => {
          const target = resolve(dirname(id), path);
          if (!THREAD.test(target) || !existsSync(target)) return whole;
          const name = basename(target).replace(/\.m?js$/, '');
          onThread(name, target, id);
          return `new URL('./${name}.js', import.meta /* the bundle's */ .url)`;
        });
        const own = relative(join(root, folder), id).split(sep).join(posix.sep);
        return { code: withThreads.replaceAll('import.meta.url', `new URL('${own}', import.meta.url).href`) };
      },
    },
  };
}
