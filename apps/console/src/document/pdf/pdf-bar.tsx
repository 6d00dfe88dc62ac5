import { useState } from 'react';
import { Quiet } from '../quiet.js';

interface PdfBarProps {
  /** From 1. */
  readonly current: number;
  readonly count: number;
  /** 1: as wide as the view. */
  readonly zoom: number;
  readonly onTurn: (page: number) => void;
  /** Steps up or down; 0: as wide as the view. */
  readonly onZoom: (steps: number) => void;
}

export function PdfBar({ current, count, zoom, onTurn, onZoom }: PdfBarProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    if (typed !== null && /^\d{1,6}$/.test(typed)) onTurn(Number(typed));
    setTyped(null);
  };
  return (
    <form
      className="pdf-bar"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <Quiet aria-label="Previous page" disabled={current <= 1} onClick={() => onTurn(current - 1)}>
        ‹
      </Quiet>
      <label>
        Page{' '}
        <input
          inputMode="numeric"
          size={4}
          value={typed ?? String(current)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
        />
      </label>
      <span className="soft">of {count}</span>
      <Quiet aria-label="Next page" disabled={current >= count} onClick={() => onTurn(current + 1)}>
        ›
      </Quiet>
      <span className="space" />
      <Quiet aria-label="Smaller" onClick={() => onZoom(-1)}>
        −
      </Quiet>
      <Quiet onClick={() => onZoom(0)} title="As wide as the view">
        {Math.round(zoom * 100)} %
      </Quiet>
      <Quiet aria-label="Larger" onClick={() => onZoom(1)}>
        +
      </Quiet>
    </form>
  );
}
