import { stem } from '@arbiter/text';
import type { Word } from '../passages/read-words.js';

/** Words that exclude each other, one pair each; those of the first list compare. */
const COMPARATIVES = `more/less more/fewer most/least most/fewest higher/lower highest/lowest larger/smaller largest/smallest
bigger/smaller biggest/smallest greater/lesser greater/smaller greater/lower greatest/least longer/shorter longest/shortest
taller/shorter tallest/shortest older/younger oldest/youngest older/newer oldest/newest earlier/later earliest/latest
before/after first/last faster/slower fastest/slowest stronger/weaker strongest/weakest better/worse best/worst
heavier/lighter heaviest/lightest deeper/shallower deepest/shallowest wider/narrower widest/narrowest hotter/colder
hottest/coldest warmer/cooler warmest/coldest richer/poorer richest/poorest above/below over/under maximum/minimum
at-least/at-most nearer/farther nearest/farthest closer/further brighter/darker brightest/darkest cheaper/dearer
thicker/thinner harder/softer harder/easier louder/quieter upper/lower superior/inferior
elder/younger eldest/youngest wealthier/poorer wealthiest/poorest twice/half double/half doubled/halved
best/worst most/least later/sooner increasingly/decreasingly warmer/colder warmer/coldest closest/farthest closest/furthest
nearest/furthest common/rarest commonest/rarest expensive/cheaper expensive/cheapest dearest/cheapest dearest/cheap
exceeds/short exceed/short greater/less better/poorer lightest/darkest softer/louder`;

const OPPOSITES = `increase/decrease increase/reduce increase/decline increase/lower rise/fall rise/drop raise/lower grow/shrink
gain/lose gain/loss win/lose won/lost victory/defeat success/failure succeed/fail accept/reject accept/refuse agree/disagree
allow/forbid allow/prevent allow/prohibit permit/forbid permit/prohibit enable/disable enable/prevent promote/inhibit
promote/prevent promote/suppress activate/inhibit activate/deactivate activate/suppress activate/repress induce/inhibit
induce/suppress stimulate/inhibit enhance/reduce enhance/impair enhance/inhibit improve/worsen improve/impair upregulate/downregulate
positive/negative positively/negatively beneficial/harmful benefit/harm safe/dangerous safe/unsafe healthy/unhealthy healthy/sick
high/low tall/short long/short large/small big/small deep/shallow wide/narrow thick/thin heavy/light strong/weak fast/slow
quick/slow hot/cold warm/cool wet/dry hard/soft easy/difficult simple/complex rich/poor cheap/expensive young/old new/old
early/late old/modern ancient/modern good/bad right/wrong true/false correct/incorrect accurate/inaccurate real/fake
alive/dead living/dead born/died birth/death begin/end start/end start/stop start/finish open/close opened/closed open/shut
arrive/leave arrive/depart enter/leave enter/exit come/go join/leave appear/disappear appear/vanish build/destroy create/destroy
found/dissolve establish/abolish buy/sell bought/sold lend/borrow give/take send/receive push/pull attack/defend
love/hate like/dislike friend/enemy ally/enemy friendly/hostile loyal/disloyal loyal/treacherous guilty/innocent
legal/illegal lawful/unlawful public/private domestic/foreign internal/external inside/outside inner/outer indoor/outdoor
north/south east/west northern/southern eastern/western northeast/southwest northwest/southeast left/right top/bottom up/down
upstream/downstream front/back forward/backward day/night morning/evening dawn/dusk sunrise/sunset noon/midnight
summer/winter spring/autumn male/female man/woman men/women boy/girl father/mother son/daughter brother/sister husband/wife
king/queen prince/princess uncle/aunt nephew/niece actor/actress host/guest parent/child teacher/student buyer/seller
employer/employee majority/minority most/few all/none everyone/nobody everything/nothing always/never often/rarely
frequently/rarely common/rare usual/unusual likely/unlikely possible/impossible able/unable happy/sad happy/unhappy
full/empty complete/incomplete whole/part include/exclude included/excluded present/absent presence/absence same/different
similar/different equal/unequal single/married single/multiple alone/together united/divided connect/disconnect attach/detach
visible/invisible known/unknown famous/unknown popular/unpopular successful/unsuccessful major/minor senior/junior primary/secondary
natural/artificial formal/informal active/inactive active/passive permanent/temporary fixed/variable constant/variable
voluntary/compulsory optional/mandatory optional/required free/paid armed/unarmed heaven/hell war/peace rural/urban
agonist/antagonist hyper/hypo acute/chronic benign/malignant symptomatic/asymptomatic dependent/independent specific/nonspecific
essential/dispensable necessary/unnecessary sufficient/insufficient sensitive/resistant susceptible/resistant soluble/insoluble
advantage/disadvantage support/oppose supporter/opponent protagonist/antagonist fiction/nonfiction fictional/real
with/without remember/forget lock/unlock lit/extinguished light/dark bright/dark sharp/blunt clean/dirty calm/stormy
sink/float melt/freeze win/forfeit profit/loss income/expense import/export credit/debit supply/demand asset/liability
approve/veto approve/reject elect/appoint hire/fire hired/fired employed/unemployed retire/return demote/promote
protect/harm protect/endanger cause/prevent cure/cause worsen/relieve expand/contract widen/narrow lengthen/shorten
strengthen/weaken accelerate/slow accelerate/decelerate heat/cool attract/repel accelerate/delay`;

/**
 * Words of which at most one can be true of the same thing at the same time. Not among the lists above as a whole: the
 * weights of the support model were fitted to those.
 */
const EXCLUSIVE = `open/closed open/shut alive/dead allowed/forbidden legal/illegal permitted/forbidden permitted/prohibited
allowed/prohibited true/false full/empty wet/dry hot/cold rich/poor married/unmarried guilty/innocent present/absent
visible/invisible male/female even/odd first/last inside/outside above/below north/south east/west northern/southern
eastern/western left/right larger/smaller bigger/smaller higher/lower taller/shorter longer/shorter older/younger
heavier/lighter more/fewer more/less most/least increase/decrease rise/fall increased/decreased gain/lose win/lose
won/lost arrive/depart accept/refuse accept/reject ally/enemy friend/enemy friendly/hostile public/private
safe/dangerous required/optional mandatory/optional possible/impossible known/unknown occupied/abandoned
inhabited/deserted succeeded/failed guilty/acquitted day/night summer/winter poisonous/harmless free/enslaved
mortal/immortal begin/end began/ended opens/closes opened/closed always/never`;

/** From the stem of a word to the stems of its antonyms. */
type Antonyms = ReadonlyMap<string, ReadonlySet<string>>;

function pairsOf(list: string): Antonyms {
  const antonyms = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    antonyms.set(from, (antonyms.get(from) ?? new Set()).add(to));
  };
  for (const pair of list.split(/\s+/)) {
    const [one = '', other = ''] = pair.split('/').map(stem);
    add(one, other);
    add(other, one);
  }
  return antonyms;
}

const COMPARATIVE_ANTONYMS: Antonyms = pairsOf(COMPARATIVES);
const OTHER_ANTONYMS: Antonyms = pairsOf(OPPOSITES);
const EXCLUSIVE_ANTONYMS: Antonyms = pairsOf(EXCLUSIVE);

/** Whether two stems cannot both be true of the same thing at the same time. */
export function excludeEachOther(one: string, other: string): boolean {
  return one !== other && (EXCLUSIVE_ANTONYMS.get(one)?.has(other) ?? false);
}

/** A word of one text and its antonym in another. */
export interface Opposition {
  readonly kind: 'comparative' | 'antonym';
  readonly claimed: string;
  readonly found: string;
}

/** What "less" and "least" turn round, as in "least expensive", is not what it says alone. */
const TURNS = new Set(['less', 'least']);

/** The stems of words that say what they say: those after "less" and "least" are left out. */
export function plainStems(words: readonly Word[]): string[] {
  return words.filter((_, index) => !TURNS.has(words[index - 1]?.form ?? '')).map((word) => word.stem);
}

/** Stems that the claim has more often than the passage, and whose antonym the passage has more often than the claim. */
export function oppositionsBetween(claim: readonly string[], passage: readonly string[]): Opposition[] {
  const [own, other] = [countsOf(claim), countsOf(passage)];
  const isMore = (stem: string, a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
    (a.get(stem) ?? 0) > (b.get(stem) ?? 0);
  const lists = [
    ['comparative', COMPARATIVE_ANTONYMS],
    ['antonym', OTHER_ANTONYMS],
  ] as const;
  return [...own.keys()]
    .filter((claimed) => isMore(claimed, own, other))
    .flatMap((claimed) =>
      lists.flatMap(([kind, antonyms]) => {
        const found = [...(antonyms.get(claimed) ?? [])].find((stem) => isMore(stem, other, own));
        return found === undefined ? [] : [{ kind, claimed, found }];
      }),
    );
}

function countsOf(stems: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
