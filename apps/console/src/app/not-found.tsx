import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/states.js';

export function NotFound() {
  return (
    <Empty title="There is no such page.">
      <Link to="/">Ask a question</Link>
    </Empty>
  );
}
