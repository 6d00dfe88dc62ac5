import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DocumentPane } from './document-pane.js';

/** A document by itself, at the span that the address names: where links from outside lead. */
export function DocumentPage() {
  const { documentId } = useParams({ from: '/documents/$documentId' });
  const { start, end, sum } = useSearch({ from: '/documents/$documentId' });
  const navigate = useNavigate();
  return (
    <div className="document-page">
      <DocumentPane {...{ documentId, start, end, sum }} isAlone onClose={() => void navigate({ to: '/library' })} />
    </div>
  );
}
