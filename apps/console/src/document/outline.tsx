import type { DocumentDescription } from '@arbiter/contracts';
import { outlineOf, pageAt } from './describe-document.js';
import { Quiet } from './quiet.js';

interface OutlineProps {
  readonly document: DocumentDescription;
  /** With the offset of a heading. */
  readonly onGo: (offset: number) => void;
}

/** The headings of a document, each leading to its place. */
export function Outline({ document: { sections, pages }, onGo }: OutlineProps) {
  const listed = outlineOf(sections);
  const top = Math.min(...listed.map(({ level }) => level));
  return (
    <nav className="outline" aria-label="Contents of the document">
      <ol>
        {listed.map(({ heading, level, start }, index) => (
          <li key={index} data-depth={Math.min(level - top, 4)}>
            <Quiet onClick={() => onGo(start)}>
              <span>{heading}</span>
              <span className="soft small">{pageAt(pages, start)}</span>
            </Quiet>
          </li>
        ))}
      </ol>
      {listed.length < sections.length && <p className="soft small">Only the upper headings are listed.</p>}
    </nav>
  );
}
