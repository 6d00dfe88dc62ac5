import type { KeyboardEvent } from 'react';
import { MAX_MATCHES } from './find-text.js';
import { Quiet } from './quiet.js';

interface FindBarProps {
  readonly words: string;
  readonly count: number;
  /** Index of the match that is shown; −1 without one. */
  readonly current: number;
  readonly onWords: (words: string) => void;
  /** To the next match, or with −1 to the one before. */
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

export function FindBar({ words, count, current, onWords, onStep, onClose }: FindBarProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const many = count === MAX_MATCHES ? `${count} and more` : String(count);
  return (
    <div className="find-bar" role="search">
      <input
        ref={focus}
        type="search"
        aria-label="Find in the document"
        placeholder="Find in the document"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={press}
      />
      <span className="soft small" role="status">
        {words.trim() === '' ? '' : count === 0 ? 'Not found' : `${current + 1} of ${many}`}
      </span>
      <Quiet aria-label="Previous match" disabled={count === 0} onClick={() => onStep(-1)}>
        ↑
      </Quiet>
      <Quiet aria-label="Next match" disabled={count === 0} onClick={() => onStep(1)}>
        ↓
      </Quiet>
      <Quiet onClick={onClose}>Done</Quiet>
    </div>
  );
}
