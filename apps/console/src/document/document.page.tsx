import { readPlace } from '@arbiter/contracts/console';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DocumentPane } from './document-pane.js';

/** A document by itself, at the place that the address names: where links from outside lead. */
export function DocumentPage() {
  const { documentId } = useParams({ from: '/documents/$documentId' });
  const { doc: _, ...place } = readPlace({ ...useSearch({ from: '/documents/$documentId' }), doc: documentId });
  const navigate = useNavigate();
  return (
    <div className="document-page">
      <DocumentPane {...{ documentId, ...place }} isAlone onClose={() => void navigate({ to: '/library' })} />
    </div>
  );
}
