import { describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passages.js';
import { bridgeQuery } from './bridge-query.js';

const BUBYE = passage(
  'Bubye River',
  'The Bubye River is a river in southern Zimbabwe. It rises near West Nicholson and joins the Limpopo.',
);

describe('bridgeQuery', () => {
  it('takes out of the question what a passage answers, and puts in the names that it adds', () => {
    const bridge = bridgeQuery('Which waterfall lies in the country where the Bubye River is found?', BUBYE);
    expect(bridge?.query).toBe(
      'Which waterfall lies in the country where the is found Zimbabwe, West Nicholson, Limpopo',
    );
    expect(bridge?.names).toEqual(['Zimbabwe', 'West Nicholson', 'Limpopo']);
  });

  it('names the document first where the question does not', () => {
    const { names } = bridgeQuery('Who wrote the song about the river that joins the Limpopo?', BUBYE)!;
    expect(names[0]).toBe('Bubye River');
    expect(names).not.toContain('Limpopo');
  });

  it('prefers the names in the sentences nearest to the question', () => {
    const founders = Array.from({ length: 9 }, (_, n) => `Person ${'ABCDEFGHI'[n]}son came too.`).join(' ');
    const school = passage('School', `${founders} The school was built by Odo Finch.`);
    expect(bridgeQuery('Who taught the man who built the school?', school)?.names).toContain('Odo Finch');
  });

  it('takes at most eight names, each once', () => {
    const crowd = passage('Crowd', 'Odo met Ada, Bea, Cid, Dan, Eva, Fay, Gus, Hal, Ian and Ada.');
    const { names } = bridgeQuery('Who met Odo?', crowd)!;
    expect(names).toHaveLength(8);
    expect(new Set(names).size).toBe(8);
  });

  it('is nothing where a passage adds no name', () => {
    expect(bridgeQuery('How does the Bubye River flow?', passage('Bubye River', 'it flows slowly.'))).toBeNull();
  });
});
