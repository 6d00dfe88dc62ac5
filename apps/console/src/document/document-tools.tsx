import type { DocumentDescription, PageBox } from '@arbiter/contracts';
import { documentUrl } from '@arbiter/contracts/console';
import { useState } from 'react';
import { queries } from '../server/server.js';
import { copyText } from '../parts/copy-text.js';
import type { Span } from './cut-text.js';
import { formatOf, linkOf } from './describe-document.js';
import { Quiet } from './quiet.js';
import { textQuery } from './use-document.js';

export type View = 'original' | 'text';

interface DocumentToolsProps {
  readonly document: DocumentDescription;
  readonly cited: Span | undefined;
  /** That the address names, with the part of it that is outlined. */
  readonly page: number | undefined;
  readonly box: PageBox | undefined;
  readonly view: View;
  /** Whether the original can be drawn. */
  readonly hasOriginal: boolean;
  /** Where the original is downloaded from; undefined where it is not kept. */
  readonly download: string | undefined;
  readonly isOutlined: boolean;
  readonly onView: (view: View) => void;
  readonly onOutline: () => void;
  readonly onFind: () => void;
}

/** What a document is, and what can be done with it. */
export function DocumentTools(props: DocumentToolsProps) {
  const { document, cited, page, box, view, hasOriginal, download, isOutlined, onView, onOutline, onFind } = props;
  const { source, mediaType, pages, sections } = document;
  const [said, say] = useState('');
  const link = linkOf(source);
  const copy = async (what: string, text: Promise<string>) => {
    const isCopied = await text.then(copyText).catch(() => null);
    say(isCopied === null ? 'The text could not be loaded' : `${what} ${isCopied ? 'copied' : 'could not be copied'}`);
  };
  const quote = async () => (await queries.fetchQuery(textQuery(document))).slice(cited?.start, cited?.end);
  const address = async () => {
    const span = cited ? { ...cited, quote: await quote() } : { start: 0, end: 0 };
    return documentUrl(location.origin, document.id, { ...span, page: page ?? null, box });
  };
  return (
    <>
      <p className="document-facts soft small">
        <span>{formatOf(mediaType)}</span>
        {pages && <span>{pages.length === 1 ? '1 page' : `${pages.at(-1)?.number} pages`}</span>}
        {link === undefined ? (
          <span className="document-source">{source}</span>
        ) : (
          <a className="document-source" href={link} target="_blank" rel="noreferrer">
            {source}
          </a>
        )}
      </p>
      <div className="document-tools" role="toolbar" aria-label="Document">
        {hasOriginal && (
          <span className="either">
            {(['original', 'text'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={view === each} onClick={() => onView(each)}>
                {each === 'original' ? 'Original' : 'Text'}
              </button>
            ))}
          </span>
        )}
        {sections.length > 0 && (
          <Quiet aria-expanded={isOutlined} onClick={onOutline}>
            Contents
          </Quiet>
        )}
        <Quiet onClick={onFind}>Find</Quiet>
        {cited && <Quiet onClick={() => void copy('Quote', quote())}>Copy quote</Quiet>}
        <Quiet onClick={() => void copy('Link', address())}>Copy link</Quiet>
        {download !== undefined && (
          <a className="small" href={download} download>
            Download
          </a>
        )}
        <span className="soft small" role="status">
          {said}
        </span>
      </div>
    </>
  );
}
