import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countSteps } from '../../test/count-steps.js';
import { readingSentences, splitSentences } from './split-sentences.js';

const sentences = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  it.each([
    ['ends at ., ? and !', ['It rains.', 'Does it?', 'It does!', 'Good.']],
    ['keeps titles, initials and saints together', ['Dr. Vane met J. R. Hollow at St. Ann.', 'They left.']],
    ['keeps e.g. and i.e. together', ['Some lamps, e.g. Old Patience, burn oil, i.e. Whale oil.', 'Others do not.']],
    ['keeps numbers together', ['It costs 3.5 wicks under No. 5 of the code.', 'See p. 12.', 'Pay at once.']],
    [
      'ends at a.m. before a function word',
      ['It opens at 5 a.m. Harbour time.', 'It shuts at 6 p.m.', 'The inn stays open.'],
    ],
    ['ends at "etc." before a function word', ['Rope, tar, etc.', 'The ship sails.']],
    ['does not end at an ellipsis that goes on', ['He waited ... and waited… and left.', 'Wait…', 'Nobody came.']],
    [
      'keeps closing quotes and brackets',
      ['“Stop!”', '(It was late.)', '"Why?" he asked.', 'She said "Go."', 'He went.'],
    ],
    ['keeps citation markers with their sentence', ['It closes at dusk. [1]', 'It opens at dawn.[2][3]', 'So it is.']],
    ['does not end at a colon or semicolon', ['Three things: rope; tar; Oil.', 'No more.']],
    ['does not end inside addresses and versions', ['See example.org or v1.2.3 of it.', 'Then go.']],
    ['ends before a number', ['They sailed in 412.', '12 ships were lost.']],
    ['ends after an ideographic full stop', ['你好。', '再见！']],
  ])('%s', (_, expected) => {
    expect(sentences(expected.join(' '))).toEqual(expected);
  });

  it('goes on over a line break inside a paragraph and ends at a blank line', () => {
    expect(sentences('The keeper of the light\nis Serafine\nKettlewick of Old\nPell\n\nShe lives there')).toEqual([
      'The keeper of the light\nis Serafine\nKettlewick of Old\nPell',
      'She lives there',
    ]);
  });

  it('takes each list item by itself, with the lines that continue it', () => {
    expect(sentences('Needed:\n- rope and\n  tar\n- oil. Much of it\n1. First\n2) Second')).toEqual([
      'Needed:',
      '- rope and\n  tar',
      '- oil.',
      'Much of it',
      '1. First',
      '2) Second',
    ]);
  });

  it('takes each table row by itself, whatever its cells hold', () => {
    expect(sentences('Inn | Note. More | 4\n| a. | B |\nInn\tNote. More')).toEqual([
      'Inn | Note. More | 4',
      '| a. | B |',
      'Inn\tNote. More',
    ]);
  });

  it('takes each row that carries the names of its columns by itself', () => {
    const rows = ['port: Pell; depth (m): 4.5; by: M. Okafor. Since 2019', 'port: Mirren; depth (m): 7; by: J. Hale'];
    expect(sentences(rows.join('\n'))).toEqual(rows);
  });

  it('leaves wrapped prose whole that only looks like a row', () => {
    const prose = 'One rule holds: wait; two: row home.\nNobody knows: ask; then: go.';
    expect(sentences(prose)).toEqual(['One rule holds: wait; two: row home.', 'Nobody knows: ask; then: go.']);
    const wrapped = 'She said one thing: the tide is up; another: the\nferry waits for nobody who comes late.';
    expect(sentences(wrapped)).toEqual([wrapped]);
  });

  it('reads short capitalised lines as a list without markers', () => {
    expect(sentences('Old Patience\nThe Ninth Bell\nThe Tideglass')).toHaveLength(3);
  });

  it('leaves a long sentence whole', () => {
    const long = `${'and the harbour '.repeat(60)}closes.`;
    expect(sentences(`${long} It opens.`)).toEqual([long, 'It opens.']);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'A',
          'b',
          'Dr',
          '3',
          '. ',
          '.',
          '? ',
          '"',
          ')',
          '\n',
          '\n\n',
          '- ',
          '|',
          '\t',
          '…',
          '[1]',
          '。',
          ' ',
        ),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join('')),
  );

  it('loses no character, whatever the text', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(sentences(any).join('').replace(/\s+/g, '')).toBe(any.replace(/\s+/g, ''));
      }),
    );
  });

  it('gives spans in order, apart, and without white space at their ends, whatever the text', () => {
    fc.assert(
      fc.property(text, (any) => {
        let previous = 0;
        for (const { start, end } of splitSentences(any)) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(any.slice(start, end).trim()).toBe(any.slice(start, end));
          previous = end;
        }
      }),
    );
  });
});

describe('the end of a sentence in other languages', () => {
  it.each([
    [
      [
        'Das Hafenfest findet am 14. Juni 2026 statt.',
        'Das Boot Nr. 5 gehört Fam. Holm aus Wick.',
        'Der Kapitän, d. h. Herr Dr. Roy, wohnt in der Hauptstr. 9 in Wick.',
      ],
    ],
    [
      [
        'Der 2. Vorsitzende heißt Olaf Brandt.',
        'Im 3. Quartal kommen ca. 400 Gäste, z. B. aus Wick, bzw. aus Pell usw.',
        'Die Kasse ist Mo.–Fr. von 9 bis 17 Uhr offen.',
      ],
    ],
    [
      [
        'Die Gebühr beträgt 14.',
        'Kinder zahlen nichts.',
        'Es war 1998.',
        'Der Hafen war leer.',
        'Im Jahr 1998 lag das Boot auf Liegeplatz 12.',
        'Boote dürfen dort nicht liegen.',
      ],
    ],
    [
      [
        'Das geschah im XIX. Jahrhundert.',
        'König Ludwig XIV. besuchte die 1. und 2. Klasse am 3. Advent.',
        'Sie gehört zum e. V. Hafenfreunde Wick.',
        'Boote dieser Art.',
        'Sie fahren nachts.',
      ],
    ],
    [['Das Treffen ist am 14. 6. 2026 um 9 Uhr in der Bahnhofstr.', 'Danach gehen alle heim.']],
    [["Anahtarlar 2. Katta, Dr. Kaya'nın odasında.", 'Işıklar gece yanar.']],
    [['Die Kasse prüft Fr. Möller zum 3. Quartal.']],
    [['Termin: 14. Juni 2026']],
    [
      [
        'Ihr 40. Geburtstag war am Sonntag, dem 3. Mai.',
        'Prof. Dr. Holm wird 2. Bürgermeister von St. Pell.',
        'Tel. 0431 555, Hr. Abel, Abs. 3 und Art. 5 der Satzung gem. Anlage gelten.',
        'Ein Liter kostet 3,50 Euro inkl. MwSt. und ggf. Pfand.',
      ],
    ],
    [
      [
        'M. Dupont habite au no. 5 de la rue.',
        'Il vend p. ex. Des cordes, env. 30 m, av. le port.',
        'Mme Roy et M. Le Goff arrivent le 14 juin.',
        'Le port ferme à 20 h.',
        'Les bateaux, etc. Tout est prêt.',
      ],
    ],
    [
      [
        'El Sr. Gómez y la Sra. Ruiz viven en la Av. Mayor, núm. 5, pág. 12.',
        'Vende cuerdas, p. ej. Cabos de nailon.',
        'El barco llega a las 5 p. m. y sale el lunes.',
      ],
    ],
    [
      [
        'Il sig. Rossi abita in via Roma n. 5, es. Milano, tel. 555.',
        'La dott.ssa Bianchi vende corde, ecc.',
        'Il porto è chiuso.',
      ],
    ],
    [
      [
        'Dhr. De Vries en mevr. Jansen wonen op nr. 5, bijv. In Wick.',
        'Het schip vertrekt om 9 uur enz.',
        'De haven is dicht.',
      ],
    ],
    [['O Sr. Silva e a Dra. Costa moram na Av. Brasil, nº 5, pág. 3, p. ex. Lisboa.', 'O navio chega hoje.']],
    [
      [
        'Иван живёт на ул. Ленина, д. 5, кв. 7, в г. Вик.',
        'Музей им. Петрова построен в 1874 г.',
        'Смотритель продаёт верёвки, канаты и т. д.',
        'Он дома.',
        '12 июня 2026 г. Совет принял решение о порте.',
        'Проф. И. П. Сидоров, т. е. Директор, уехал.',
      ],
    ],
    [
      [
        'Pan dr. Nowak mieszka przy ul. Długiej 5, np. W Gdańsku, nr 7.',
        'Zbudowano w 1874 r.',
        'Port jest zamknięty.',
        'W XIX w. Latarnia stała na wyspie.',
      ],
    ],
    [
      [
        'Slavnost je dne 14. června 2026 v ul. Přístavní č. 5.',
        'Pan Ing. Novák bydlí na nám. Svobody.',
        'Karel IV. Lucemburský byl na 2. Nádraží.',
      ],
    ],
    [
      [
        'Festen er den 14. juni i 2. Verdenskrig, bl.a. Hos hr. Holm, f.eks. Kl. 9.',
        'Båden koster 12.',
        'Havnen er lukket.',
      ],
    ],
    [['A kikötő az 5. Kerületben van, pl. Dr. Kovács u. 5. alatt.', 'Megnyitás: 2026. június 14. és zárás este.']],
    [['متى يفتح الميناء؟', 'يفتح صباحا.', 'رواه د. روي في ص. 5 من الكتاب.']],
    [['بندرگاہ کھلا ہے۔', 'کشتی نیلی ہے۔']],
    [
      [
        'Πότε ανοίγει το λιμάνι;',
        'Ανοίγει στις 9 π.μ. και κλείνει το βράδυ.',
        'Ο κ. Παπάς μένει στην οδ. Ερμού, αρ. 5.',
      ],
    ],
    [['港は9時に開きます。', '「いつですか？」と聞いた。', '料金は3.5ドルです｡', '終わり！']],
    [['港口早上开放。', '船很贵！', '真的吗？', '是的。']],
    [['등대는 2026. 6. 14. 오후에 연다.', '배는 파랗다.']],
    [['ท่าเรือเปิด 10.00 น. ทุกวัน ดร. รอย อยู่ที่นี่']],
    [['Նավահանգիստը բաց է։', 'Նավը կապույտ է։']],
    [['ወደቡ ክፍት ነው።', 'ጀልባው ሰማያዊ ነው።']],
    [['शिविर 14 जून को होगा।', 'डॉ. रॉय वहाँ रहते हैं।']],
    [['Toplantı 2. Katta, Dr. Kaya ile yapılacak.', 'Liman 14. Bölge için açıktır.']],
    [['Er kommt am 1. 3. und am 24. Dezember.', 'Das ist Nr. 12.', 'Die Nr. 13 fehlt.']],
    [['Hamnen öppnar kl. 9, dvs. Tidigt.', 'Hr. Berg bor på nr. 5.']],
    [["Anahtarlar 2. Katta, Dr. Kaya'nın odasında.", 'Işıklar gece yanar.']],
    [['Die Kasse prüft Fr. Möller zum 3. Quartal.']],
    [['Termin: 14. Juni 2026, Fam. Holm, Hauptstr. 9']],
  ])('%j', (expected) => {
    expect(sentences(expected.join(' '))).toEqual(expected);
  });

  it('follows the language of the paragraph before where an item says too little', () => {
    expect(sentences('Das sind die Termine:\n\n- 2. Vorsitzender: Holm. Neu\n- Sitz, 3. Stock')).toEqual([
      'Das sind die Termine:',
      '- 2. Vorsitzender: Holm.',
      'Neu',
      '- Sitz, 3. Stock',
    ]);
  });

  it('leaves English as it is', () => {
    const english = [
      'The keeper sailed in 412.',
      'Ships were lost.',
      'I am 14.',
      'Bob is 15.',
      'Choose plan b.',
      'Boats leave at 5.',
      'August came late.',
      'He has abs.',
      'The rules of chapter 5.',
      '1. Oil.',
      '2. Tar.',
    ];
    expect(sentences(english.join(' '))).toEqual(english);
  });

  it.each(['am 14. ', 'z. B. ', 'г. ', '2026. 6. ', 'Hauptstr. 9 ', '； ', 'के। '])(
    'reads any number of %j',
    (piece) => {
      expect(sentences(`Das ist der ${piece.repeat(50_000)}`).join(' ').length).toBeGreaterThan(100_000);
    },
  );
});

describe('readingSentences', () => {
  it.each([
    ['lines of a list', 'Oil\n'],
    ['rows of a table', 'Oil | 3\n'],
    ['sentences', 'Oil burns. '],
    ['abbreviations, which end no sentence', 'e.g. '],
    ['initials, which end no sentence', 'A. '],
  ])('reads any number of %s in steps of the same size', (_, piece) => {
    const [few, many] = [10_000, 200_000].map((count) => countSteps(readingSentences(piece.repeat(count))));
    expect(few).toBeGreaterThan(10);
    expect(many).toBeGreaterThan(19 * (few ?? 0));
  });

  it('finds a sentence in each line of a list, however long', () => {
    expect(splitSentences('Oil\n'.repeat(300_000))).toHaveLength(300_000);
  });
});
