import { describe, expect, it } from '@jest/globals';
import { RUN_IN_HEADINGS, type Passage } from '@arbiter/contracts';
import { candidateSentences } from './candidate-sentences.js';

function passage(text: string, over: Partial<Passage> = {}): Passage {
  return {
    chunkId: 'd1:0',
    documentId: 'd1',
    collection: 'c',
    text,
    start: 100,
    end: 100 + text.length,
    title: 'Gull Point',
    source: 'gull-point.md',
    section: [],
    page: null,
    metadata: {},
    score: 0.9,
    ...over,
  };
}

describe('candidateSentences', () => {
  it.each(['Gull Point light', '## Gull Point light', 'GULL POINT LIGHT'])(
    'takes a line for no statement that only repeats a heading: %s',
    (line) => {
      const texts = candidateSentences([passage(`${line}\n\nThe lamp is lit.`, { section: ['Gull Point light'] })]);
      expect(texts.map(({ text }) => text)).toEqual(['The lamp is lit.']);
    },
  );

  it('counts offsets in the document, emoji and combining marks included', () => {
    const document = `${' '.repeat(100)}The 🗼 lamp is lit at dusk. Jose\u0301 keeps the oil dry.`;
    const [first, second] = candidateSentences([passage(document.slice(100))]);
    expect(document.slice(first?.start, first?.end)).toBe('The 🗼 lamp is lit at dusk.');
    expect(document.slice(second?.start, second?.end)).toBe(second?.text);
  });

  it('says the name that begins a paragraph with what is said of it', () => {
    const said = (text: string): string[] => candidateSentences([passage(text)]).map((candidate) => candidate.text);
    expect(said('Great fen hound. It is a hunting dog.')).toEqual(['Great fen hound. It is a hunting dog.']);
    expect(said('The old lamp was lit at dusk. It is out.')).toContain('The old lamp was lit at dusk.');
    expect(said('Great fen hound. Dogs bark.')).toContain('Great fen hound.');
  });

  describe('of a run-in heading', () => {
    const headed = (text: string, ...runIns: string[]): string[] => {
      const headings = runIns.map((words) => ({
        start: 100 + text.indexOf(words),
        end: 100 + text.indexOf(words) + words.length,
      }));
      return candidateSentences([passage(text, { metadata: { [RUN_IN_HEADINGS]: headings } })]).map((one) => one.text);
    };

    it('says it with what follows, which may be said alone', () => {
      expect(headed('Returning books. Bring them to the desk. It is open.', 'Returning books.')).toEqual([
        'Returning books. Bring them to the desk.',
        'Bring them to the desk.',
        'Bring them to the desk. It is open.',
      ]);
    });

    it('says a line with what stands below it, several with what stands below them', () => {
      expect(headed('Opening hours.\n\nSundays.\n\nThe desk is open till noon.', 'Opening hours.', 'Sundays.')).toEqual(
        ['Opening hours.\n\nSundays.\n\nThe desk is open till noon.', 'The desk is open till noon.'],
      );
    });

    it('loses no statement of a list in bold', () => {
      const rules = Array.from({ length: 9 }, (_, n) => `Never open valve number ${n} under pressure.`);
      const said = headed(rules.join('\n\n'), ...rules).join('\n\n');
      for (const rule of rules) expect(said).toContain(rule);
    });

    it('says code with the heading that leads up to it', () => {
      expect(headed('Start the lamp:\n\nlamp {\n  oil = 1;\n}', 'Start the lamp:')).toEqual([
        'Start the lamp:\n\nlamp {\n  oil = 1;\n}',
      ]);
    });

    it('leaves a line in bold that nothing follows, and a sentence that only begins in bold', () => {
      expect(headed('Never open the valve.', 'Never open the valve.')).toEqual(['Never open the valve.']);
      expect(headed('Mara Fell keeps the lamp.', 'Mara Fell')).toEqual(['Mara Fell keeps the lamp.']);
    });
  });

  it('extends a sentence that points back by the one before it', () => {
    const sentences = candidateSentences([passage('Mara Fell keeps the light. She was born inland.')]);
    expect(sentences.map(({ text }) => text)).toEqual([
      'Mara Fell keeps the light.',
      'Mara Fell keeps the light. She was born inland.',
    ]);
  });

  it.each(['Instead there are songs on the jetty.', 'Then hold the release and push.', 'Otherwise the day is lost.'])(
    'extends a sentence that goes on from the one before it: %s',
    (next) => {
      const texts = candidateSentences([passage(`No fire is lit in a storm. ${next}`)]).map(({ text }) => text);
      expect(texts.at(-1)).toBe(`No fire is lit in a storm. ${next}`);
    },
  );

  it('cuts a list of items that begin small at its lines, and prose with hard line ends at its sentences', () => {
    const items = 'fines for parking and speeding\ndrinks from the minibar\nlaundry on short trips\nlost belongings';
    expect(candidateSentences([passage(items)]).map(({ text }) => text)).toEqual(items.split('\n'));
    const prose =
      'The keeper of the light writes down every ship that passes the\npoint between dusk and dawn, and sends the list to the harbour\nmaster on the first of each month.';
    expect(candidateSentences([passage(prose)]).map(({ text }) => text)).toEqual([prose]);
  });

  it('knows a sentence that points back to what its passage does not hold', () => {
    const sentences = candidateSentences([passage('It closes at dusk. The stair has ninety steps.')]);
    expect(sentences.map(({ isDangling }) => isDangling)).toEqual([true, false]);
  });

  it('gives a sentence that two passages of a document share to the better ranked one only', () => {
    const shared = 'The lamp burns whale oil all winter.';
    const sentences = candidateSentences([passage(shared), passage(shared, { chunkId: 'd1:1' })]);
    expect(sentences.map((sentence) => sentence.passage.chunkId)).toEqual(['d1:0']);
  });

  it('leaves out questions and fragments', () => {
    expect(
      candidateSentences([passage('Who lit it? Ash. The keeper lit the lamp himself.')]).map(({ text }) => text),
    ).toEqual(['The keeper lit the lamp himself.']);
  });

  it.each([
    ['a command', 'Cut the ending off all paths:', 'uri strip_suffix .php'],
    ['a block with braces', 'Accept 10 megabytes at most:', 'site.example {\n\tbody {\n\t\tmost 10MB\n\t}\n}'],
    ['a block with an empty line in its braces', 'Serve files:', 'site.example {\n\troot /srv\n\n\tfiles\n}'],
    ['several commands', 'Install it:', '$ apt update\n$ apt install quill --no-daemon'],
  ])('says %s whole, with the sentence that leads up to it', (_what, before, code) => {
    const [first, ...others] = candidateSentences([passage(`${before}\n\n${code}\n\nThe server is then ready.`)]);
    expect(first).toMatchObject({ text: `${before}\n\n${code}`, keepsLines: true, isDangling: false });
    expect(others.map(({ text }) => text)).toEqual(['The server is then ready.']);
  });

  it('says code whole that nothing leads up to', () => {
    const code = 'try_files <files...> {\n\tpolicy first|last\n}';
    const found = candidateSentences([passage(`${code}\n\nThe default is first.`)]);
    expect(found.map(({ text, keepsLines }) => [text, keepsLines])).toEqual([
      [code, true],
      ['The default is first.', false],
    ]);
  });

  it.each([
    ['items', 'For this you need:\n\nA pot of paste\nA soft brush'],
    ['rows', 'The prices are:\n\nGoods: Rye; Price: $2\nGoods: Oat; Price: $3'],
    ['a sentence', 'The rule says:\n\nThe lamp is lit at dusk.'],
    ['code without an end', `Write this down:\n\n${'set width = {\n'.repeat(80)}`],
  ])('takes %s one by one, and knows that what leads up to them says nothing alone', (_what, text) => {
    const [first, ...others] = candidateSentences([passage(text)]);
    expect(first).toMatchObject({ text: text.split('\n')[0]!, isDangling: true });
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect([other.keepsLines, other.text.includes('\n')]).toEqual([false, false]);
  });
});
