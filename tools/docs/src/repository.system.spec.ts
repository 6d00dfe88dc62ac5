import { beforeAll, describe, expect, it } from '@jest/globals';
import { findBrokenCommands } from './check-commands.js';
import { findStaleExcerpts } from './check-excerpts.js';
import { findBrokenLinks, placesOf } from './check-links.js';
import { readCommandCatalog, type CommandCatalog } from './command-catalog.js';
import { environmentVariables } from './environment-page.js';
import { findMachineTraces } from './find-machine-traces.js';
import { readMarkdown, type MarkdownPage } from './read-markdown.js';
import { readText, REPOSITORY, repositoryFiles } from './repository-files.js';
import { DOCUMENTED_DEFINITIONS } from './documented-definitions.js';

/** Texts that are read as sources; what they link to is part of their story. */
const SOURCE_TEXTS = /^domains\/[^/]+\/(documents|sessions)\//;

const files = repositoryFiles();
const known = new Set(files);
const pages = new Map<string, MarkdownPage>(
  files
    .filter((path) => path.endsWith('.md') && !SOURCE_TEXTS.test(path))
    .map((path) => [path, readMarkdown(readText(path) ?? '')]),
);

describe('the pages of this repository', () => {
  it('are there: the root’s, the guides and one per package', () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(['README.md', 'docs/environment.md', 'docs/guides/http-api.md']),
    );
    const packages = files.filter((path) => /^(apps|libs|tools)\/.*\/package\.json$/.test(path));
    expect(packages.length).toBeGreaterThan(20);
    expect(
      packages.map((path) => path.replace('package.json', 'README.md')).filter((path) => !pages.has(path)),
    ).toEqual([]);
  });

  it('link only to what exists', () => {
    const links = [...pages.values()].flatMap((page) => page.links);
    expect(links.length).toBeGreaterThan(20);
    const places = placesOf(files);
    expect(
      [...pages].flatMap(([path, page]) => findBrokenLinks(path, page, places, (other) => pages.get(other))),
    ).toEqual([]);
  });

  it('quote the code as it is', () => {
    const excerpts = [...pages.values()].flatMap((page) => page.codes.filter(({ excerptOf }) => excerptOf !== null));
    expect(excerpts.length).toBeGreaterThan(0);
    const sourceAt = (path: string) => (known.has(path) ? readText(path) : null);
    expect([...pages].flatMap(([path, page]) => findStaleExcerpts(path, page, sourceAt))).toEqual([]);
  });

  describe('name commands', () => {
    let catalog: CommandCatalog;
    beforeAll(async () => {
      catalog = await readCommandCatalog(REPOSITORY, files);
    });

    it('that exist: scripts, projects and targets, commands and options of arbiter, programs, routes, variables', () => {
      const variables = new Set(environmentVariables(DOCUMENTED_DEFINITIONS));
      expect([...pages].flatMap(([path, page]) => findBrokenCommands(path, page, catalog, variables))).toEqual([]);
    });
  });
});

describe('the files of this repository', () => {
  it('name no folder and no registry of one machine', () => {
    const found = files.flatMap((path) => findMachineTraces(readText(path) ?? '').map((trace) => `${path}: ${trace}`));
    expect(found).toEqual([]);
  });
});
