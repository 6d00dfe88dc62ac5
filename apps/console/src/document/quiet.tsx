import type { ComponentProps } from 'react';

/** A button that is text until it is pointed at. One whose sign says nothing by itself has an `aria-label`. */
export function Quiet(props: ComponentProps<'button'>) {
  return <button type="button" className="quiet" {...props} />;
}
