import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { server } from '../../server/server.js';
import { tabMemory } from '../../server/tab-memory.js';
import { SUPPORT_WORDS } from './answer-words.js';
import { SpanButton } from './citations.js';
import type { CheckedClaim } from './overlay.js';
import { placeWords } from './place-link.js';

/** How the support of a sentence was found out, and what a person says to that. */
export function ClaimCheck({ answerId, claim }: { readonly answerId: string; readonly claim: CheckedClaim }) {
  const { verdict, citations } = claim;
  const { tone, words } = SUPPORT_WORDS[verdict.support];
  return (
    <div className="claim" data-tone={tone} role="group" aria-label="Check of a sentence">
      <p>
        <strong>{words}</strong>
      </p>
      <blockquote>{verdict.claim.statement ?? verdict.claim.text}</blockquote>
      {[verdict.reasoning, ...(verdict.mismatches ?? [])].map((line) => (
        <p key={line}>{line}</p>
      ))}
      {citations.length > 0 && (
        <p className="row small">
          Rests on
          {citations.map((citation) => (
            <SpanButton key={citation.marker} span={citation}>
              {placeWords(citation)}
            </SpanButton>
          ))}
        </p>
      )}
      <ClaimFeedback answerId={answerId} claim={verdict.claim} />
    </div>
  );
}

type Judgement = 'right' | 'wrong';

interface ClaimFeedbackProps {
  readonly answerId: string;
  readonly claim: CheckedClaim['verdict']['claim'];
}

/** A person's own verdict on a sentence. The last one counts, so it can be changed. */
function ClaimFeedback({ answerId, claim }: ClaimFeedbackProps) {
  const [comment, setComment] = useState('');
  const remembered = `judged ${answerId} ${claim.start}`;
  const said = useMutation({
    mutationFn: (verdict: Judgement) => {
      const note = comment.trim();
      return server.call('submitFeedback', {
        answerId,
        claim: claim.text,
        verdict,
        ...(note !== '' && { comment: note }),
      });
    },
    onSuccess: (_, verdict) => void tabMemory(remembered, verdict),
  });
  const button = (verdict: Judgement, words: string) => (
    <button
      type="button"
      aria-pressed={verdict === (said.isSuccess ? said.variables : tabMemory(remembered))}
      disabled={said.isPending}
      onClick={() => said.mutate(verdict)}
    >
      {words}
    </button>
  );
  return (
    <div className="row small">
      {button('right', 'This sentence is right')}
      {button('wrong', 'This sentence is wrong')}
      <input
        aria-label="Why, if you like"
        placeholder="Why, if you like"
        maxLength={2_000}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <span role="status" className="soft">
        {said.data && 'Noted. You can change it.'}
        {said.error?.message}
      </span>
    </div>
  );
}
