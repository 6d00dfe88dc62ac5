import { z } from 'zod';

/** Of a page that a person could open; search engines also name `ftp:` and `magnet:`. */
export const WebAddress = z.url({ protocol: /^https?$/ }).max(2_048);

/** What search engines mark with tags, without them and in one line. */
export function plainText(text: string): string {
  return text
    .replace(/<[^>]{0,8192}>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
