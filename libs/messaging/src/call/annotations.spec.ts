import { describe, expect, it } from '@jest/globals';
import { defineOperation } from '@arbiter/contracts';
import { annotated } from '../../test/contract.operations.js';
import { CALL_HEADERS } from '../wire/call.headers.js';
import { FRAME_HEADER } from '../wire/frame.js';

describe('the header of an annotation', () => {
  const ours = [...Object.values(CALL_HEADERS), FRAME_HEADER].flatMap(
    (header) => /^Arbiter-(.*)$/.exec(header)?.[1] ?? [],
  );

  it.each(ours)('is never Arbiter-%s, which the wire uses', (name) => {
    const annotations = { [name.toLowerCase()]: 'What it would tell.' };
    expect(() => defineOperation({ ...annotated, name: 'retriever.x', annotations })).toThrow('means something else');
  });
});
