import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { copyText } from '../copy-text.js';
import { usePublicUrl } from '../../server/console-session.js';
import { server } from '../../server/server.js';
import { tabMemory } from '../../server/tab-memory.js';
import type { ShownAnswer } from './answer-view.js';
import { asPlainText } from './answer-words.js';

/** Rating, copies, and what a page adds to them. */
export function AnswerTools({ answer, children }: { readonly answer: ShownAnswer; readonly children?: ReactNode }) {
  const [told, setTold] = useState('');
  const publicUrl = usePublicUrl();
  // The server keeps ratings, but not whose they are.
  const remembered = `rated ${answer.id}`;
  const rating = useMutation({
    mutationFn: (rating: 'up' | 'down') => server.call('rateAnswer', { answerId: answer.id, rating }),
    onSuccess: (_, rated) => {
      tabMemory(remembered, rated);
      setTold('Thank you.');
    },
    onError: ({ message }) => setTold(message),
  });
  const copy = async (text: string, what: string) => {
    if (!(await copyText(text))) return setTold('This browser does not let the page copy.');
    setTold(`${what} copied.`);
    // A measure of the server's experiments; whether it arrives matters to nobody here.
    if (what === 'Answer') server.call('rateAnswer', { answerId: answer.id, copied: true }).catch(() => undefined);
  };
  const thumb = (rated: 'up' | 'down', words: string) => (
    <button
      type="button"
      className="quiet thumb"
      data-rated={rated}
      title={words}
      aria-label={words}
      aria-pressed={rated === (rating.isSuccess ? rating.variables : tabMemory(remembered))}
      disabled={rating.isPending}
      onClick={() => rating.mutate(rated)}
    >
      <svg viewBox="0 0 24 24" width="17" height="17" aria-hidden="true">
        <path d="M3.5 10.5h3.5v9H3.5zM7 11l4.2-8a2.3 2.3 0 0 1 2.5 2.8L13 9.5h5.6a2 2 0 0 1 2 2.4l-1.3 6a2 2 0 0 1-2 1.6H7" />
      </svg>
    </button>
  );
  return (
    <div className="tools row small" role="group" aria-label="What to do with this answer">
      {thumb('up', 'A good answer')}
      {thumb('down', 'Not a good answer')}
      <button type="button" className="quiet" onClick={() => void copy(asPlainText(answer), 'Answer')}>
        Copy
      </button>
      <button type="button" className="quiet" onClick={() => void copy(`${publicUrl}/?answer=${answer.id}`, 'Link')}>
        Copy link
      </button>
      {children}
      <span role="status" className="soft">
        {told}
      </span>
    </div>
  );
}
