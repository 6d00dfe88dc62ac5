import { markOf, SHAPES, TYPE_COLOURS } from './entity-types.js';
import { useWorld } from './use-world.js';

/** The shape and colour that a type has on the map. */
export function TypeMark({ type }: { readonly type: string }) {
  const mark = markOf(type, useWorld().marks);
  return (
    <svg className="type-mark" viewBox="0 0 16 16" aria-hidden="true" style={{ color: `var(--${TYPE_COLOURS[mark]})` }}>
      <path d={SHAPES[mark]?.path} />
    </svg>
  );
}
