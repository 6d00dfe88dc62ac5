/** Longer addresses are left out: nobody reads them, and each takes the place of a paragraph. In UTF-16 code units. */
const MAX_ADDRESS = 200;
/** A target that is longer than this is not even looked at. */
const MAX_TARGET = 4_096;
const MAX_MAILBOXES = 3;

/** Say by which way a reader came, not what is shown. */
const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|vero_id|oly_\w+_id|s_cid|cmpid)$/i;
const MAILBOX = /^[^\s@<>()[\]]{1,64}@[^\s@<>()[\]]{1,128}$/;
const PHONE = /^\+?[\d\s().\-/*#]{3,30}$/;
const IN_THE_WAY = /[\s<>"'`|\\^{}[\]]/;

/** Digits at the end by which two spellings of a phone number are the same: with and without the country's. */
const SAME_DIGITS = 6;

/**
 * What stands behind a link's text for where it leads: ` (address: https://…)`, ` (e-mail: …)` or ` (phone: …)`. The word says
 * to search and to readers what it is: whoever asks for an e-mail address knows no other word of the sentence.
 *
 * @param target as it stands in the source
 * @param label text of the link; where it has none, the address alone stands for it
 * @returns undefined for targets within a document or site, for scripts, for addresses that are too long or shown already
 */
export function addressBehind(target: string, label: string): string | undefined {
  if (target.length > MAX_TARGET) return undefined;
  const href = target.trim();
  const [, scheme = '', rest = ''] = /^([a-z]{2,9}):(.*)$/is.exec(href) ?? [];
  const [kind, address] = addressOf(scheme.toLowerCase(), rest, href, label);
  if (address === undefined) return undefined;
  return label.trim() === '' ? address : ` (${kind}: ${address})`;
}

function addressOf(
  scheme: string,
  rest: string,
  href: string,
  label: string,
): readonly [kind: string, address: string | undefined] {
  switch (scheme) {
    case 'http':
    case 'https':
      return ['address', webAddress(href, label)];
    case 'mailto':
      return ['e-mail', mailboxes(rest, label)];
    case 'fax':
      return ['fax', phoneNumber(rest, label)];
    case 'tel':
    case 'sms':
    case 'callto':
      return ['phone', phoneNumber(rest, label)];
    default:
      return ['', undefined];
  }
}

function webAddress(href: string, label: string): string | undefined {
  const url = URL.parse(href);
  // A picture without words: a badge or an icon.
  if (!url || label.trim() === '') return undefined;
  const tracked = [...new Set(url.searchParams.keys())].filter((name) => TRACKING.test(name));
  for (const name of tracked) url.searchParams.delete(name);
  const isChanged = tracked.length > 0 || url.username !== '' || url.password !== '' || IN_THE_WAY.test(href);
  url.username = '';
  url.password = '';
  const address = isChanged ? url.href : href;
  return address.length > MAX_ADDRESS || bare(label) === bare(address) ? undefined : address;
}

/** An address as people write it. */
function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}

function mailboxes(rest: string, label: string): string | undefined {
  const boxes = decoded(rest.split('?', 1)[0] ?? '')
    .split(',')
    .map((box) => box.trim());
  const shown = label.toLowerCase();
  if (boxes.length > MAX_MAILBOXES || !boxes.every((box) => MAILBOX.test(box))) return undefined;
  return boxes.every((box) => shown.includes(box.toLowerCase())) ? undefined : boxes.join(', ');
}

function phoneNumber(rest: string, label: string): string | undefined {
  const number = decoded(rest.split(/[;?]/, 1)[0] ?? '')
    .replace(/^\/\//, '')
    .trim();
  if (!PHONE.test(number)) return undefined;
  const digits = number.replace(/\D/g, '');
  return label.replace(/\D/g, '').endsWith(digits.slice(-SAME_DIGITS)) ? undefined : number;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}
