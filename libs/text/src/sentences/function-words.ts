import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as swedish } from '@orama/stopwords/swedish';

/** Nouns and verbs of a subject that stand in Snowball's Russian list. */
const RUSSIAN_CONTENT = new Set(['человек', 'жизнь', 'сказал', 'говорил']);

/** Letters before an apostrophe, which stand for words in Snowball's French list. */
const ELIDED = /^[b-xz]$/;

/**
 * Words in lower case that give a sentence its form: articles, pronouns, prepositions, conjunctions, auxiliaries and question
 * words. They tell a text's language, tell a new sentence from a noun after an abbreviation, and are no index terms
 * where the list is Snowball's. Its lists lack most question words.
 */
export const FUNCTION_WORDS = {
  da: wordsOf(danish, 'hvem hvornår hvorfor hvordan hvilken hvilket hvilke hvad'),
  de: wordsOf(
    german,
    'ab vom zum zur beim ins bis seit danach dann dort jetzt deshalb daher dabei außerdem jedoch bitte wer wen wem wessen wann warum wieso woher wohin wie welche wieviel daß für über während wäre würde',
  ),
  es: wordsOf(
    [],
    `de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre
     cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante
     ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho quienes nada muchos cual poco ella
     estar estas algunas algo nosotros es son fue ser está están era quién cuál cuáles cuándo cuánto cuánta cuántos cuántas
     dónde cómo ha han`,
  ),
  fi: wordsOf(finnish, 'kuka milloin missä miksi miten mikä mitä kuinka'),
  fr: wordsOf(
    french.filter((word) => !ELIDED.test(word)),
    'quel quelle quels quelles quand comment combien où pourquoi chez après avant il elle cette',
  ),
  it: wordsOf(italian, 'quando quanto quanta quanti quante perché quale quali'),
  nl: wordsOf(dutch, 'waar wanneer waarom welke welk hoeveel het een'),
  no: wordsOf(norwegian, 'hvem når hvor hvorfor hvordan hvilken hvilket'),
  pt: wordsOf(portuguese, 'quem onde qual quais quanto quanta quantos quantas quando'),
  ru: wordsOf(
    russian.filter((word) => !RUSSIAN_CONTENT.has(word)),
    'какая какие какое сколько почему зачем это эта эти',
  ),
  sv: wordsOf(swedish, 'vem när hur varför vilket vilka var'),
  // For the end of sentences alone: no list of Snowball.
  el: wordsOf([], 'και το η ο του της τα να με για από στο στη στην είναι που δεν οι των τον την θα μια ένα'),
  uk: wordsOf([], 'і та в у на з що не до як це є за від для його про також або він вона вони де коли'),
  cs: wordsOf(
    [],
    'je se na v ve že s z do o k ke i jsou byl byla bylo jako ale pro po od při který která které si už nebo tak',
  ),
  hu: wordsOf([], 'a az és egy hogy nem is van ez volt már de csak meg ha el vagy mint ami aki lesz kell'),
  pl: wordsOf(
    [],
    'w i na z się do nie że o jest to jak za po co od przez ale dla są który która które przy oraz lub czy',
  ),
  tr: wordsOf([], 've bir bu da de için ile olarak çok daha olan gibi ne her var kadar sonra en ama o'),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

export type FunctionWordLanguage = keyof typeof FUNCTION_WORDS;

function wordsOf(listed: readonly string[], more: string): ReadonlySet<string> {
  return new Set([...listed, ...more.split(/\s+/)].filter((word) => word !== ''));
}
