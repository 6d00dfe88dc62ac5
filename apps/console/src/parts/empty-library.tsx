import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { collectionsQuery } from '../server/library-queries.js';

/** Says where documents are added, as long as there are none. */
export function EmptyLibrary() {
  const { data } = useQuery(collectionsQuery);
  if (!data?.every(({ documents }) => documents === 0)) return null;
  return (
    <p>
      The library holds no documents yet. <Link to="/library">Add some in the Library</Link>
    </p>
  );
}
