import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DocumentPane } from './document-pane.js';

/** A document by itself, at the span that the address names: where links from outside lead. */
export function DocumentPage() {
  const { documentId } = useParams({ from: '/documents/$documentId' });
  const { start, end } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  return (
    <DocumentPane documentId={documentId} start={start} end={end} onClose={() => void navigate({ to: '/library' })} />
  );
}
