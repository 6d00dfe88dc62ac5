const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>"'`|\\^{}[\]]+|\b(?:[a-z0-9-]+\.)+(?:[a-z]{2,})(?::\d+)?\/[^\s<>"'`|\\^{}[\]]+/gi;
/** Marks that end a sentence rather than an address. */
const TRAILING = '.,;:!?)»”’';

/** Addresses in a text that a viewer turns into links, as they stand there, without the marks of the sentence. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([address]) => withoutTrailing(address));
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

const LINK = /(?<!!)\[([^[\]\n]*)\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"\n]*")?\s*\)/g;

/** Links of Markdown as text: a reader sees where `[our site](https://…)` leads before following it. */
export function linksAsText(text: string): string {
  return text.replace(LINK, (_, label: string, target: string) => (label === target ? target : `${label} (${target})`));
}

/**
 * An address that stands in none of the texts an answer rests on; undefined where all do. Whoever put it there may have put
 * data of the conversation into it.
 */
export function unfoundedAddress(text: string, foundations: readonly string[]): string | undefined {
  return addressesIn(text).find((address) => !foundations.some((one) => holdsWhole(one, address)));
}

/** `https://a.example/x` does not stand in `https://a.example/xyz`, nor behind another host. */
function holdsWhole(text: string, address: string): boolean {
  return addressesIn(text).some((one) => one === address) || text.split(/[\s<>"'`()[\]]+/).includes(address);
}
