import { useRef } from 'react';
import { pictureAddress } from '../parts/page-picture.js';
import { Boxes } from './boxes.js';
import type { PdfViewProps } from './pdf/pdf-view.js';
import { useHeldGoal } from './use-near.js';

interface PictureViewProps extends Omit<PdfViewProps, 'address' | 'original'> {
  readonly documentId: string;
  readonly title: string;
}

/** A document that is a picture: its only page, upright as the server draws it, with what is marked on it. */
export function PictureView({ documentId, title, goal, cited, found, outlined, onFailure }: PictureViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  useHeldGoal(view, picture, goal);
  const address = (width: number) => pictureAddress({ documentId, page: 1 }, width);
  return (
    <div ref={view} className="document-view document-image" tabIndex={0} role="region" aria-label="Picture">
      <div ref={picture} className="pdf-page">
        <img
          src={address(1_200)}
          srcSet={[600, 1_200, 2_400].map((width) => `${address(width)} ${width}w`).join(', ')}
          sizes="(width < 640px) 100vw, 50vw"
          alt={title}
          onError={() => onFailure('it cannot be drawn')}
        />
        <Boxes boxes={found[0]?.boxes} kind="found" isGoal={goal?.of === 'found'} />
        <Boxes boxes={cited[0]?.boxes} kind="cited" isGoal={goal?.of === 'cited'} />
        <Boxes boxes={outlined?.boxes} kind="outlined" isGoal={goal?.of === 'outlined'} />
      </div>
    </div>
  );
}
