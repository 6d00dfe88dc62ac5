import { markOf, SHAPES, TYPE_COLOURS, type TypeMarks } from './entity-types.js';

/** The shape and colour that a type has on the map. */
export function TypeMark({ type, marks }: { readonly type: string; readonly marks: TypeMarks }) {
  const mark = markOf(type, marks);
  return (
    <svg className="type-mark" viewBox="0 0 16 16" aria-hidden="true" style={{ color: `var(--${TYPE_COLOURS[mark]})` }}>
      <path d={SHAPES[mark]?.path} />
    </svg>
  );
}
