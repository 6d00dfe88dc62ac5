/** Abbreviations (lower case, without the final full stop) that always have something after them. */
export const NEVER_LAST: ReadonlySet<string> = new Set(
  `dr mr mrs ms messrs mx prof capt cpt lt col gen sgt cpl pvt maj adm cmdr rev hon gov sen rep pres fr
   mt e.g eg i.e ie viz cf vs approx ca c fig figs eq eqs vol vols ch chap sec sect art arts pp p nr para ed eds
   trans resp incl esp`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Abbreviations of "number": they go on when a numeral follows. */
export const BEFORE_NUMERAL: ReadonlySet<string> = new Set([
  'no',
  'nos',
  'nr',
  'p',
  'art',
  'ch',
  'op',
  'opp',
  'l',
  'll',
]);

/** Abbreviations that may also end a sentence; what follows decides. */
export const SOMETIMES_LAST: ReadonlySet<string> = new Set(
  `st ste ave blvd rd sq ln etc al inc ltd co corp bros jr sr esq dept est univ assn
   jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
   min max hr hrs in ft yd mi lb lbs oz kg km cm mm ml gal gp sp cp pp bc ad bce ce phd`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
