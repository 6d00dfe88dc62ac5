import type { PageBox } from '@arbiter/contracts';

interface BoxesProps {
  readonly boxes: readonly PageBox[] | undefined;
  readonly kind: 'cited' | 'found' | 'outlined';
  /** Whether it is brought into view. */
  readonly isGoal?: boolean;
}

/** Marks at their places on a page or picture, which holds them. */
export function Boxes({ boxes = [], kind, isGoal = false }: BoxesProps) {
  return boxes.map(({ left, top, right, bottom }, index) => (
    <mark
      key={index}
      className="pdf-box"
      data-kind={kind}
      data-goal={(isGoal && index === 0) || undefined}
      style={{ left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) }}
    />
  ));
}

const percent = (share: number): string => `${share * 100}%`;
