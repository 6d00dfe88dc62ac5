import { type ParsedDocumentBuilder, resolveMarks, tidyLines } from '@arbiter/adapter-kit/documents';
import type { ParsedBlock } from '@arbiter/ports';
import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  expansionOf,
  flatText,
  headingLevel,
  isBlock,
  isElement,
  isText,
  isUnread,
  type Node,
  pictureText,
  pushReversed,
} from './dom.js';
import { isLayoutTable, isSetInBold, tableRows } from './table-rows.js';

/** What prose becomes in the element around it. */
interface Context {
  readonly kind: ParsedBlock['kind'];
  /** Goes before the first block: the number of an item, the term of a definition. */
  prefix: string;
  readonly preserve: boolean;
}

/** Terms of a definition list that the next definitions explain. */
interface Terms {
  readonly names: string[];
  explained: boolean;
}

type Step = Node | (() => void);

/**
 * Writes the blocks of a page into a document. It keeps its own stack: `step` handles one node, so that the caller
 * can give other work a turn between any two, and no depth of nesting can exhaust the call stack.
 */
export class BlockWalker {
  /** Text of the first `h1`; empty until there is one. */
  firstTitle = '';

  private readonly stack: Step[] = [];
  private readonly contexts: Context[] = [{ kind: 'paragraph', prefix: '', preserve: false }];
  private readonly nextNumbers = new Map<Node | null, number>();
  private readonly terms: Terms[] = [];
  private prose = '';
  /** What the prose begins with in bold. */
  private runIn = '';

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    roots: readonly Element[],
    private readonly isMargin: (element: Element) => boolean,
  ) {
    // Roots are read whatever their tag or style: many pages hide their body until a script has run.
    for (const root of [...roots].reverse()) this.stack.push(() => this.enterBlock(root));
  }

  /** Handles the next node. @returns false when there is none left */
  step(): boolean {
    const next = this.stack.pop();
    if (next === undefined) {
      this.flush();
      return false;
    }
    if (typeof next === 'function') next();
    else if (isText(next)) this.prose += this.context.preserve ? next.value : next.value.replaceAll('\n', ' ');
    else if (isElement(next) && !isUnread(next)) this.enter(next);
    return true;
  }

  private get context(): Context {
    return this.contexts.at(-1) ?? { kind: 'paragraph', prefix: '', preserve: false };
  }

  private enter(element: Element): void {
    if (this.isMargin(element)) {
      if (element.tagName === 'header') pushReversed(this.stack, [...descendants(element)].filter(isTopHeading));
      return;
    }
    const level = headingLevel(element);
    if (level !== undefined) {
      this.addHeading(flatText(element), level);
      return;
    }
    const enter = this.tags.get(element.tagName);
    if (enter) enter(element);
    else if (isBlock(element)) this.enterBlock(element);
    else this.enterInline(element);
  }

  private readonly tags: ReadonlyMap<string, (element: Element) => void> = new Map(
    Object.entries<(element: Element) => void>({
      br: () => (this.prose += '\n'),
      img: (element) => (this.prose += pictureText(element)),
      abbr: (element) => {
        this.stack.push(() => (this.prose += expansionOf(element)));
        pushReversed(this.stack, childrenOf(element));
      },
      q: (element) => {
        this.prose += '“';
        this.stack.push(() => (this.prose += '”'));
        pushReversed(this.stack, childrenOf(element));
      },
      table: (element) => this.enterTable(element),
      ol: (element) => {
        this.nextNumbers.set(element, integer(attribute(element, 'start')) ?? 1);
        this.enterBlock(element);
      },
      li: (element) => this.enterBlock(element, { kind: 'list_item', prefix: this.numberOf(element), preserve: false }),
      blockquote: (element) => this.enterBlock(element, { kind: 'quote', prefix: '', preserve: false }),
      pre: (element) => this.enterBlock(element, { kind: 'code', prefix: '', preserve: true }),
      dl: (element) => this.enterDefinitions(element),
      dt: (element) => this.addTerm(element),
      dd: (element) => this.enterBlock(element, { kind: 'list_item', prefix: this.termsBefore(), preserve: false }),
    }),
  );

  private enterInline(element: Element): void {
    if (this.prose.trim() === '' && isSetInBold(element)) this.stack.push(() => (this.runIn = this.prose));
    pushReversed(this.stack, childrenOf(element));
  }

  private enterBlock(element: Element, context?: Context): void {
    this.flush();
    if (context) this.contexts.push(context);
    this.stack.push(() => {
      this.flush();
      if (context) this.contexts.pop();
    });
    pushReversed(this.stack, childrenOf(element));
  }

  private enterTable(table: Element): void {
    if (isLayoutTable(table)) {
      this.enterBlock(table);
      return;
    }
    this.flush();
    for (const caption of descendants(table)) {
      if (caption.tagName === 'caption') this.builder.append('paragraph', flatText(caption));
    }
    const { rows, warnings } = tableRows(table);
    for (const row of rows) this.builder.append('table_row', row);
    for (const warning of warnings) this.builder.warn(warning);
  }

  private enterDefinitions(list: Element): void {
    this.flush();
    this.terms.push({ names: [], explained: false });
    this.stack.push(() => {
      this.flush();
      this.addUnexplainedTerms(this.terms.pop());
    });
    pushReversed(this.stack, childrenOf(list));
  }

  private addTerm(element: Element): void {
    this.flush();
    const name = flatText(element);
    const terms = this.terms.at(-1);
    if (!terms) {
      this.builder.append('list_item', name);
      return;
    }
    if (terms.explained) terms.names.length = 0;
    terms.explained = false;
    if (name !== '') terms.names.push(name);
  }

  private termsBefore(): string {
    const terms = this.terms.at(-1);
    if (!terms || terms.names.length === 0) return '';
    terms.explained = true;
    return `${terms.names.join(', ')}: `;
  }

  private addUnexplainedTerms(terms: Terms | undefined): void {
    if (terms && !terms.explained) for (const name of terms.names) this.builder.append('list_item', name);
  }

  private addHeading(text: string, level: number): void {
    this.flush();
    // A quoted document's headings do not divide the one that quotes it.
    if (this.contexts.some(({ kind }) => kind === 'quote')) {
      this.builder.append('quote', text);
      return;
    }
    if (level === 1 && this.firstTitle === '') this.firstTitle = text;
    this.builder.heading(text, level);
  }

  private numberOf(item: Element): string {
    const list = item.parentNode;
    const next = integer(attribute(item, 'value')) ?? this.nextNumbers.get(list);
    if (next === undefined || !this.nextNumbers.has(list)) return '';
    this.nextNumbers.set(list, next + 1);
    return `${next}. `;
  }

  private flush(): void {
    const { kind, prefix, preserve } = this.context;
    const prose = resolveMarks(this.prose);
    const text = preserve ? prose : tidyLines(prose);
    const runIn = preserve ? '' : tidyLines(resolveMarks(this.runIn)).trim();
    [this.prose, this.runIn] = ['', ''];
    if (text.trim() === '') return;
    if (this.builder.append(kind, prefix + text, [], runIn === '' ? '' : prefix + runIn)) this.context.prefix = '';
  }
}

function isTopHeading(element: Element): boolean {
  return element.tagName === 'h1' && !isUnread(element);
}

function integer(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}
