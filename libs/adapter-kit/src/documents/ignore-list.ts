import { matchesSegment, matchWithStars, parseSegmentGlob, type SegmentGlob } from './segment-glob.js';

/** Any number of folders. */
const FOLDERS = 'folders';

/** One line of a `.gitignore`. */
interface IgnoreRule {
  readonly takesBack: boolean;
  readonly onlyFolders: boolean;
  /** Of the whole path; of the name alone where the line names no folder. */
  readonly segments: readonly (SegmentGlob | typeof FOLDERS)[];
  readonly ofName: boolean;
}

/** What the last rule that matches says; neither where none does. */
export interface IgnoreVerdict {
  readonly ignored: boolean;
  /** Taken back by `!`. */
  readonly unignored: boolean;
}

const NO_VERDICT: IgnoreVerdict = { ignored: false, unignored: false };
/** Folders whose verdicts are kept: a walk asks for each file of one. */
const MOST_KEPT = 10_000;

/**
 * The rules of a `.gitignore` file, as gitignore(5) has them. The rules come from folders and requests of strangers, so each is
 * matched in at most as many steps as it is long times the path; translated into a regular expression, twenty `**` take
 * longer than anybody waits.
 */
export class IgnoreList {
  private readonly rules: readonly IgnoreRule[];
  private readonly folders = new Map<string, IgnoreVerdict>();

  /** @param lines later ones decide over earlier ones */
  constructor(lines: readonly string[]) {
    this.rules = lines.flatMap((line) => parseRule(line) ?? []);
  }

  /** @param contents of files of one folder, later ones over earlier ones */
  static ofFiles(contents: readonly string[]): IgnoreList {
    return new IgnoreList(contents.flatMap((content) => content.replace(/^\uFEFF/, '').split(/\r?\n/)));
  }

  /** @param path relative to where the rules stand, `/` between segments and at the end of a folder */
  test(path: string): IgnoreVerdict {
    const isFolder = path.endsWith('/');
    const segments = path.split('/').filter((segment) => segment !== '');
    const inFolders = isFolder ? segments : segments.slice(0, -1);
    let below = '';
    for (const [index, segment] of inFolders.entries()) {
      below = `${below}${segment}/`;
      const verdict = this.ofFolder(below, segments.slice(0, index + 1));
      // What lies below an ignored folder is out of reach of every rule.
      if (verdict.ignored || (isFolder && index === segments.length - 1)) return verdict;
    }
    return this.verdictOn(segments, false);
  }

  ignores(path: string): boolean {
    return this.test(path).ignored;
  }

  private ofFolder(path: string, segments: readonly string[]): IgnoreVerdict {
    const known = this.folders.get(path);
    if (known) return known;
    if (this.folders.size >= MOST_KEPT) this.folders.clear();
    const verdict = this.verdictOn(segments, true);
    this.folders.set(path, verdict);
    return verdict;
  }

  private verdictOn(segments: readonly string[], isFolder: boolean): IgnoreVerdict {
    const last = this.rules.findLast((rule) => (isFolder || !rule.onlyFolders) && matches(rule, segments));
    return last === undefined ? NO_VERDICT : { ignored: !last.takesBack, unignored: last.takesBack };
  }
}

function matches({ segments: pattern, ofName }: IgnoreRule, path: readonly string[]): boolean {
  return matchWithStars(pattern, ofName ? path.slice(-1) : path, {
    isStar: (part) => part === FOLDERS,
    matches: (part, segment) => part !== FOLDERS && matchesSegment(part, segment),
  });
}

/** @returns null for what is no rule: an empty line, a comment, a pattern that matches nothing */
function parseRule(line: string): IgnoreRule | null {
  const written = withoutTrailingBlanks(line);
  if (written.startsWith('#')) return null;
  const takesBack = written.startsWith('!');
  const onlyFolders = written.endsWith('/');
  const pattern = written.slice(takesBack ? 1 : 0, onlyFolders ? -1 : undefined);
  if (pattern === '') return null;
  const ofName = !pattern.includes('/');
  const segments = ofName ? [parseSegmentGlob(pattern)] : pathOf(pattern.replace(/^\//, '').split('/'));
  return segments.includes(null)
    ? null
    : { takesBack, onlyFolders, ofName, segments: segments.filter((part) => part !== null) };
}

function pathOf(parts: readonly string[]): (SegmentGlob | typeof FOLDERS | null)[] {
  return parts.flatMap((part, index) => {
    // Git takes more than two stars for two.
    if (!/^\*{2,}$/.test(part)) return [parseSegmentGlob(part)];
    // `a/**` holds what is in the folder and not the folder.
    return index === parts.length - 1 ? [parseSegmentGlob('*'), FOLDERS] : [FOLDERS];
  });
}

/** One behind a backslash belongs to the name. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}
