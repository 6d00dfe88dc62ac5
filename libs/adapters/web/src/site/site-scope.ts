import { hostKey } from './page-address.js';

/** Which addresses belong to a site: those below its first page, and those of other hosts that are named. */
export class SiteScope {
  private readonly host: string;
  private readonly folder: string;
  private readonly otherHosts: ReadonlySet<string>;

  /**
   * @param start its first page: `/guide/`, `/guide/intro.html` and `/guide` are pages of the folder `/guide/`
   * @param otherHosts as they stand in addresses
   */
  constructor(start: URL, otherHosts: readonly string[]) {
    const { pathname } = start;
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname;
    this.host = hostKey(start);
    this.folder = folder.endsWith('/') ? folder : `${folder}/`;
    this.otherHosts = new Set(otherHosts);
  }

  includes(url: URL): boolean {
    if (this.otherHosts.has(url.host)) return true;
    return hostKey(url) === this.host && `${url.pathname}/`.startsWith(this.folder);
  }
}
