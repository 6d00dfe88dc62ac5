import type { FoundPage } from '@arbiter/contracts';
import { useState } from 'react';
import { pageWords, useSpanButton } from './answer/place-link.js';
import './page-picture.css';

export type ShownPage = Pick<FoundPage, 'documentId' | 'title' | 'page'>;

/** Where a page comes from as a picture. @param width in pixels */
export function pictureAddress({ documentId, page }: Omit<ShownPage, 'title'>, width: number): string {
  return `/v1/pages/${encodeURIComponent(documentId)}/${page}?width=${width}`;
}

/** Of a thumbnail on a screen with two pixels to the point. */
const WIDTH = 300;

/** A page as a small picture in a room that has its size from the beginning; its words where there is no picture. */
export function PagePicture({ of: shown }: { readonly of: ShownPage }) {
  const [isFailed, setFailed] = useState(false);
  const words = pageWords(shown);
  return (
    <span className="page-picture">
      {isFailed ? (
        <span className="small soft">{words}</span>
      ) : (
        <img src={pictureAddress(shown, WIDTH)} alt={words} loading="lazy" onError={() => setFailed(true)} />
      )}
    </span>
  );
}

/** A page that opens its document beside the page. */
export function PageButton({ of: shown }: { readonly of: ShownPage }) {
  const button = useSpanButton({ ...shown, start: 0, end: 0 });
  return (
    <button {...button} className="page-button">
      <PagePicture of={shown} />
      {/* The picture says it too. */}
      <span className="small" aria-hidden="true">
        {pageWords(shown)}
      </span>
    </button>
  );
}
