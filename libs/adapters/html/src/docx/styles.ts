import { childNamed, childrenNamed, isOn, valueOf, type WordElement } from './word-xml.js';

/** Styles based on one another; Word writes chains of some five. */
const MAX_CHAIN = 50;
/** Names of the built-in styles for headings, whatever the language of the program. */
const HEADING = /^heading ([1-6])$/i;

/** What a list or a style says about the number of its paragraphs; each half may come from another place. */
export interface NumberReference {
  readonly numId: string | undefined;
  readonly level: number | undefined;
}

/** What formatting says about a run; undefined where it says nothing. */
export interface RunFormat {
  readonly hidden: boolean | undefined;
  readonly struck: boolean | undefined;
  /** `superscript` or `subscript`, or `baseline` for neither. */
  readonly raised: string | undefined;
}

/** The styles of a document, as far as they change what its text says. */
export class WordStyles {
  private readonly styles = new Map<string, WordElement>();
  private readonly chains = new Map<string, readonly WordElement[]>();
  private readonly runFormats = new Map<string, RunFormat>();
  private readonly defaultParagraph: string | undefined;

  /** @param root the root of the part that defines styles; undefined where there is none */
  constructor(root: WordElement | undefined) {
    for (const style of childrenNamed(root, 'w:style')) {
      const id = style.attributes['w:styleId'];
      // Of several with one name, the first counts (ECMA-376 part 1, 17.7.4.17).
      if (id !== undefined && !this.styles.has(id)) this.styles.set(id, style);
      const isDefault =
        style.attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(style.attributes['w:default'] ?? '');
      if (isDefault) this.defaultParagraph ??= id;
    }
  }

  /** The style of a paragraph, which is the default one where it names none. */
  paragraphStyle(properties: WordElement | undefined): string | undefined {
    return valueOf(properties, 'w:pStyle') ?? this.defaultParagraph;
  }

  /** Level of the heading that a style is, or is based on: 1 is outermost; undefined for all other styles. */
  headingLevel(styleId: string | undefined): number | undefined {
    for (const style of this.chainOf(styleId)) {
      const level = HEADING.exec(valueOf(style, 'w:name') ?? '')?.[1];
      if (level !== undefined) return Number(level);
    }
    return undefined;
  }

  /** Whether the converter knows the style of a heading by itself. */
  isNamedHeading(styleId: string | undefined): boolean {
    return HEADING.test(valueOf(this.styles.get(styleId ?? ''), 'w:name') ?? '');
  }

  /** The style in a chain that numbers its paragraphs, and how. */
  numbering(styleId: string | undefined): (NumberReference & { readonly styleId: string }) | undefined {
    for (const style of this.chainOf(styleId)) {
      const reference = readNumberReference(childNamed(style, 'w:pPr'));
      if (reference?.numId !== undefined) return { ...reference, styleId: style.attributes['w:styleId'] ?? '' };
    }
    return undefined;
  }

  /** What a style says about its runs, each property from the nearest style of the chain. */
  runFormat(styleId: string | undefined): RunFormat {
    const known = this.runFormats.get(styleId ?? '');
    if (known) return known;
    const formats = this.chainOf(styleId).map((style) => readRunFormat(childNamed(style, 'w:rPr')));
    const format = joinRunFormats(formats);
    this.runFormats.set(styleId ?? '', format);
    return format;
  }

  /** A style and those that it is based on, the nearest first; a cycle ends where it closes. */
  private chainOf(styleId: string | undefined): readonly WordElement[] {
    const known = this.chains.get(styleId ?? '');
    if (known) return known;
    const chain = new Set<WordElement>();
    let style = this.styles.get(styleId ?? '');
    while (style && !chain.has(style) && chain.size < MAX_CHAIN) {
      chain.add(style);
      style = this.styles.get(valueOf(style, 'w:basedOn') ?? '');
    }
    const styles = [...chain];
    this.chains.set(styleId ?? '', styles);
    return styles;
  }
}

/** The number that paragraph properties ask for; undefined where they ask for none. */
export function readNumberReference(properties: WordElement | undefined): NumberReference | undefined {
  const reference = childNamed(properties, 'w:numPr');
  if (!reference) return undefined;
  const level = valueOf(reference, 'w:ilvl');
  return {
    numId: valueOf(reference, 'w:numId'),
    level: level !== undefined && /^\d$/.test(level) ? Number(level) : undefined,
  };
}

export function readRunFormat(properties: WordElement | undefined): RunFormat {
  const single = isOn(properties, 'w:strike');
  const double = isOn(properties, 'w:dstrike');
  return {
    hidden: isOn(properties, 'w:vanish'),
    struck: single === true || double === true ? true : (single ?? double),
    raised: valueOf(properties, 'w:vertAlign'),
  };
}

/** Each property from the first that says something about it. */
export function joinRunFormats(formats: readonly RunFormat[]): RunFormat {
  return formats.reduce(
    (nearer, farther) => ({
      hidden: nearer.hidden ?? farther.hidden,
      struck: nearer.struck ?? farther.struck,
      raised: nearer.raised ?? farther.raised,
    }),
    { hidden: undefined, struck: undefined, raised: undefined },
  );
}
