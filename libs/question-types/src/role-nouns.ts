/**
 * Persons and things that are named by whose they are ("her teacher", "the owner of the mill"), as alternatives of a
 * regular expression: who asks about one first has to find out who or what that is.
 */
export const ROLE_NOUNS =
  'founder|leader|owner|captain|keeper|head|master|mistress|author|writer|composer|builder|maker|inventor|teacher|tutor|' +
  'mentor|apprentice|pupil|student|mother|father|sister|brother|uncle|aunt|cousin|niece|nephew|son|daughter|' +
  'grand(?:father|mother|son|daughter)|kins(?:man|woman)|widow|widower|husband|wife|spouse|heir|rival|ally|enemy|patron|' +
  'partner|employer|deputy|lieutenant|mate|steward|clerk|successor|predecessor|commander|ruler|director|performer|' +
  'killer|murderer|ship|vessel|band|publisher|capital';
