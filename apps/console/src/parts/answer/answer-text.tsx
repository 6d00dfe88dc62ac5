import type { Text } from 'mdast';
import { Fragment, useMemo, useState } from 'react';
import type { ShownAnswer } from './answer-view.js';
import { SUPPORT_WORDS } from './answer-words.js';
import { Marker } from './citations.js';
import { ClaimCheck } from './claim-check.js';
import { type CheckedClaim, cutText, type Overlay, overlayOf, placeSigns } from './overlay.js';
import { type Block, drawNode, readBlocks } from './read-markdown.js';

/** The text of an answer: each sentence with its check, each number with its place. */
export function AnswerText({ answer }: { readonly answer: ShownAnswer }) {
  const overlay = useMemo(() => overlayOf(answer), [answer]);
  const blocks = useMemo(() => readBlocks(answer.answer), [answer]);
  return (
    <div className="markdown">
      {blocks.map((block) => (
        <OuterBlock key={block.start} answerId={answer.id} block={block} overlay={overlay} />
      ))}
    </div>
  );
}

interface OuterBlockProps {
  readonly answerId: string;
  readonly block: Block;
  readonly overlay: Overlay;
}

function OuterBlock({ answerId, block, overlay }: OuterBlockProps) {
  const [opened, setOpened] = useState<CheckedClaim | null>(null);
  const signs = placeSigns(block, overlay.claims);
  const drawText = (node: Text, key: number) => (
    <Fragment key={key}>
      {cutText(node, overlay, signs.get(node)).map((piece, index) => {
        if (piece.kind === 'marker') return <Marker key={index} citation={piece.citation} />;
        if (piece.kind === 'sign') {
          const isOpen = opened === piece.claim;
          const { tone, sign, words } = SUPPORT_WORDS[piece.claim.verdict.support];
          return (
            <button
              key={index}
              type="button"
              className="sign"
              data-tone={tone}
              aria-expanded={isOpen}
              aria-label={`${words}: show the check`}
              title={words}
              onClick={() => setOpened(isOpen ? null : piece.claim)}
            >
              {sign}
            </button>
          );
        }
        if (piece.mark === 'unsupported') {
          return (
            <span key={index} className="unsupported" title="Not clearly supported by the sources">
              {piece.text}
            </span>
          );
        }
        return piece.mark ? <b key={index}>{piece.text}</b> : piece.text;
      })}
    </Fragment>
  );
  return (
    <>
      {drawNode(block.node, drawText)}
      {opened && <ClaimCheck key={opened.start} answerId={answerId} claim={opened} />}
    </>
  );
}
