import type { FunctionWordLanguage } from './function-words.js';

/**
 * Abbreviations in lower case without the final full stop. Those of Spanish, French, German, Italian, Portuguese and Russian
 * follow the sentence break suppressions of the Unicode Common Locale Data Repository 46 (segments/<language>/suppressions,
 * Unicode License v3; see NOTICE), less the words that also end sentences; the rest are those that dictionaries list.
 */
export interface Abbreviations {
  /** Always have something after them. */
  readonly neverLast: ReadonlySet<string>;
  /** May also end a sentence; what follows decides. */
  readonly sometimesLast: ReadonlySet<string>;
  /** Go on when a numeral follows. */
  readonly beforeNumeral: ReadonlySet<string>;
  /** Units and years: after a numeral, they end a sentence where a capital follows. */
  readonly afterNumeral?: ReadonlySet<string>;
}

const EMPTY: ReadonlySet<string> = new Set();

export const ENGLISH_ABBREVIATIONS: Abbreviations = {
  neverLast: setOf(
    `dr mr mrs ms messrs mx prof capt cpt lt col gen sgt cpl pvt maj adm cmdr rev hon gov sen rep pres fr
     mt e.g eg i.e ie viz cf vs approx ca c fig figs eq eqs vol vols ch chap sec sect art arts pp p nr para ed eds
     trans resp incl esp`,
  ),
  sometimesLast: setOf(
    `st ste ave blvd rd sq ln etc al inc ltd co corp bros jr sr esq dept est univ assn
     jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
     min max hr hrs in ft yd mi lb lbs oz kg km cm mm ml gal gp sp cp pp bc ad bce ce phd`,
  ),
  beforeNumeral: setOf('no nos nr p art ch op opp l ll'),
};

/** Abbreviations that are no words of English: what follows decides in a text of any language, or of too few words to tell. */
export const WELL_KNOWN: ReadonlySet<string> = setOf(
  `bzw usw evtl ggf inkl zzgl exkl einschl vgl bspw sog insb fam hrn frl ing dipl tel tlf ziff abb abs hbf bhf str hauptstr okt dez mrz mio mrd
   dhr mevr mw drs bijv sra srta sres dra dña núm pág págs prof mme mlle mgr janv févr juil déc dott sig sigra avv
   esim hra rva bkz örn dvs osv itd itp np inż apod ecc enz
   ул им проф акад вул डॉ श्री प्रो पं रु द`,
);

/** In every language but English, whose own list is longer. */
const EVERYWHERE = 'dr drs prof mr mrs ms messrs ing dipl cf vs ca approx vol vols fig figs nr tel pp ed eds';
const ANYWHERE_LAST =
  'etc st ste jan feb mar apr jun jul aug sep sept okt oct nov dec dez kg km cm mm ml min max inc ltd co corp jr';
const NUMBERS = 'no nos nr p art s pag pág';

export const ABBREVIATIONS: Readonly<Record<FunctionWordLanguage, Abbreviations>> = {
  de: abbreviations(
    `abb abt abzgl adr allg amtl anm ausg ausschl bd bde begr bes betr bez bsp bspw bzgl bzw chr dim dir dt ehem eigtl einh
     einschl engl entspr erw ev evtl exkl fa fam fn frl frz geb gebr gegr gek gem ges gesch gest ggf ggfs hl hr hrn hrsg hs inh inkl insb insbes
     jew kap kath kgl kl lt led mag mind möbl mtl nachf näml od op österr phys prot proz qu rd reg rel röm schr schwäb schweiz sek sog spezif stellv
     südd tab tägl teilw tsd urspr verf verh verm versch verw vgl vorm wg z zus zw ztr zzgl zzt`,
    `usw fr dgl str pl hbf bhf jh jhd jhdt jahrh std mio mrd stk pfd aufl uhr juni juli febr jän mär mrz ä art abs`,
    { beforeNumeral: 'mo di mi do fr sa so art abs ziff kap bd hausnr telnr tel ab' },
  ),
  es: abbreviations(
    `sr sra srta sres sras srtas dra d dª dña don núm núms nro pág págs p ej cap art arts av avda avd c gral tte cnel lic licdo arq profa ud uds
     vd vds sto sta mons rvdo excmo excma ilmo ilma aprox teléf ext dpto depto dtor prov trad vid cfr fund ant col`,
    'hnos cía ltda s.a ee.uu ene abr ago dic lun mié jue vie sáb dom vda',
  ),
  fr: abbreviations(
    `m mm pr me mgr av env ex p art chap éd édit tél bd boul réf dir adr anc hôp imm coll collab dest équiv exempl graph
     ill imprim niv symb syst bull broch aux doc`,
    'janv févr avr juil déc lun jeu ven sam dim append apr',
  ),
  it: abbreviations(
    `sig sigg sig.ra sig.na sigra dott dott.ssa prof.ssa avv geom rag arch on egr spett gent pag pagg art artt cap tab tav sez lett es cfr
     n nn all ag mitt int div`,
    'ecc gen mag giu lug ago set ott dic lun mar gio ven sab dom s.p.a s.r.l',
  ),
  nl: abbreviations(
    'dhr mevr mw mej ir bijv bijz bv nrs blz art evt incl excl o.a d.w.z m.b.t t.a.v resp vgl zgn ong afd gem fam hoofdst par',
    'enz jl a.s mrt mei dec str pl e.d e.a ma di wo do vr za zo',
  ),
  pt: abbreviations(
    `sr sra srta srs dra dras d profa eng arq exmo exma ilmo ilma pág págs p n núm art cap ex av rod apt apart cel adm
     aprox dir obs ref séc próx cód caps trad compl`,
    'ltda cia s.a fev abr mai ago set out cx fl',
  ),
  ru: abbreviations(
    `ул д кв стр корп пер пл пр просп наб бул им обл пос с дер оз о рис табл гл ст п пп см ср проф акад доц напр отд янв февр апр авг сент
     окт нояб дек тел т.е т.к гр св`,
    'г гг в вв др т.д т.п руб коп тыс млн млрд мин ч шт чел э н.э кг км м',
    { afterNumeral: 'г гг в вв руб коп тыс млн млрд мин ч шт чел кг км м', beforeNumeral: 'стр д кв с п ст г тел' },
  ),
  uk: abbreviations(
    'вул буд кв просп пров ім обл стор рис табл гл ст п див напр проф акад доц тел',
    'р рр ін т.д т.п грн коп тис млн млрд хв год шт',
    { afterNumeral: 'р рр грн коп тис млн млрд хв год шт', beforeNumeral: 'стор буд кв ст п тел' },
  ),
  pl: abbreviations(
    'ul pl os np inż mgr hab św ks im art pkt str zob por ok tzn tzw wg woj pow gm m.in al s poz ust rys tab',
    'itd itp r w zł gr tys mln mld godz r.n',
    { afterNumeral: 'r w zł gr tys mln mld godz', beforeNumeral: 'str s poz art pkt ust' },
  ),
  cs: abbreviations(
    'ul nám tř č čís str obr tab např tj tzv p pí doc mgr mudr judr phdr sv viz resp cca okr odst',
    'atd apod r hod tis mil mld stol kč',
    { afterNumeral: 'r hod tis mil mld stol kč', beforeNumeral: 'str č čís odst' },
  ),
  sv: abbreviations(
    'bl dvs kl st resp inkl exkl hr fr jfr kap sid s.k t.ex bl.a f.d',
    'osv m.m m.fl kr mån tis ons tors',
    {
      beforeNumeral: 'kl sid kap',
    },
  ),
  da: abbreviations('bl dvs hr fr kl tlf pga mht vedr inkl ekskl jf kap stk f.eks fx bl.a', 'osv mv m.m kr mio mia', {
    beforeNumeral: 'kl kap stk s',
  }),
  no: abbreviations('bl dvs hr fr kl tlf pga ifm jf kap inkl ekskl f.eks bl.a', 'osv mv m.m kr mill mrd', {
    beforeNumeral: 'kl kap s',
  }),
  fi: abbreviations('esim ns ts klo puh nro kap tri toim', 'jne yms ym e.kr j.kr krs', {
    beforeNumeral: 'klo puh nro kap s',
  }),
  hu: abbreviations('özv ifj id kb pl ill ún vö ker em fsz szül', 'stb u út sz', { beforeNumeral: 'tel em sz' }),
  tr: abbreviations('doç yrd av sn bkz örn yak cad sok mah apt blv alb yzb müh', 'vb vd', { beforeNumeral: 'no tel' }),
  el: abbreviations('κ κα κκ δρ καθ αρ σελ τηλ οδ λεωφ αγ π.χ', 'κλπ κ.λπ μ.χ π.μ μ.μ', {
    beforeNumeral: 'αρ σελ τηλ',
  }),
};

function abbreviations(
  neverLast: string,
  sometimesLast: string,
  { beforeNumeral = '', afterNumeral }: { beforeNumeral?: string; afterNumeral?: string } = {},
): Abbreviations {
  return {
    neverLast: setOf(`${EVERYWHERE} ${neverLast}`),
    sometimesLast: setOf(`${ANYWHERE_LAST} ${sometimesLast}`),
    beforeNumeral: setOf(`${NUMBERS} ${beforeNumeral}`),
    afterNumeral: afterNumeral === undefined ? EMPTY : setOf(afterNumeral),
  };
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''));
}
