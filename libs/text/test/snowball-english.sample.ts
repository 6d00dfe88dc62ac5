/**
 * Words and their stems as the Snowball project's own English stemmer gives them (Python package snowballstemmer 2.2.0):
 * words chosen for each rule, then every 283rd word of the vocabulary of the evaluation texts. When this was drawn, all
 * 84,744 words of that vocabulary agreed.
 */
export const SNOWBALL_SAMPLE: readonly (readonly [word: string, stem: string])[] = `
generate>generat generously>generous communism>communism arsenal>arsenal arsenic>arsenic skis>ski skies>sky
dying>die lying>lie idly>idl gently>gentl early>earli news>news inning>inning proceed>proceed succeed>succeed
exceeding>exceed hopping>hop hoping>hope hoped>hope agreed>agre feed>feed bled>bled fluently>fluentli
easily>easili cries>cri ties>tie by>by say>say youth>youth yellow>yellow boyish>boyish happy>happi enjoyed>enjoy
relational>relat conditional>condit digitizer>digit conformably>conform radically>radic vileness>vile
analogously>analog operator>oper feudalism>feudal decisiveness>decis hopefulness>hope callousness>callous
formality>formal sensitivity>sensit sensibility>sensibl apologist>apologist geology>geolog fully>fulli
triplicate>triplic formative>format formalize>formal electricity>electr electrical>electr hopeful>hope
goodness>good revival>reviv allowance>allow inference>infer airliner>airlin gyroscopic>gyroscop
adjustable>adjust defensible>defens irritant>irrit replacement>replac adjustment>adjust dependent>depend
adoption>adopt communion>communion activate>activ angularity>angular homologous>homolog effective>effect
bowdlerize>bowdler probate>probat rate>rate cease>ceas controlling>control rolled>roll keeper's>keeper
keepers'>keeper lighthouses>lighthous lamplighters>lamplight harbours>harbour carried>carri running>run
falling>fall hissing>hiss fizzed>fizz failing>fail filing>file aabaa>aabaa absolved>absolv acids>acid
adewale>adewal aeda>aeda agility>agil akhmatova's>akhmatova alice's>alic altai>altai amken>amken andrei>andrei
announcement>announc antonius>antonius applying>appli arden>arden ars>ar asphyxiation>asphyxi atl>atl
aurel>aurel awardeverett>awardeverett backstreet>backstreet ballpark>ballpark barinas>barina
battalions>battalion beatriz>beatriz bellefontaine>bellefontain bernardo>bernardo bhtg>bhtg
biomineralized>biominer blankaart>blankaart blunts>blunt bonds>bond bougherra>bougherra brasserie>brasseri
brindeau>brindeau brute>brute bundy's>bundi bws>bws calendars>calendar candida>candida cardigan>cardigan
cascine>cascin cauterize>cauter celestial>celesti chaffeensis>chaffeensi chased>chase chicagoan>chicagoan
chosroes>chosro cinnabon>cinnabon classified>classifi closeted>closet codori>codori colonised>colonis
compact>compact concomitant>concomit conners>conner continental>continent cordoba's>cordoba couatl>couatl
crafted>craft criticizing>critic ctsq>ctsq cutbacks>cutback d'intervention>d'intervent daphne>daphn dcfbe>dcfbe
decorator>decor delerium>delerium denunciations>denunci despina>despina dgp>dgp dihigo's>dihigo
disarray>disarray disqualified>disqualifi dmihzesk>dmihzesk donker>donker drag>drag drydocking>drydock
durnsford>durnsford earth's>earth edfa>edfa ehwcxxdgiido>ehwcxxdgiido elit>elit emissive>emiss
endothelium>endothelium entrained>entrain erac>erac essayist>essayist eurycles>eurycl exclusive>exclus
expressed>express faculty>faculti farr>farr featurechina's>featurechina fett>fett finalised>finalis
flagella>flagella flow>flow force's>forc fourteeners>fourteen frenkel's>frenkel fujita>fujita gabrieli>gabri
garde>gard gedney>gedney gergen>gergen gilliam's>gilliam glitter>glitter goes>goe gourd>gourd gravis>gravi
groseclose>groseclos guk>guk hadean>hadean hammet>hammet harmed>harm hayley>hayley heeled>heel hepg>hepg
hgqwuu>hgqwuu hiroshimaoscillation>hiroshimaoscil holds>hold hopelessness>hopeless hpk>hpk hundred>hundr
hyperglycemia>hyperglycemia icr>icr ikpeazu>ikpeazu immunoregulatory>immunoregulatori incendiary>incendiari
inefficiency>ineffici inna>inna integrative>integr interzone>interzon iowa's>iowa isometric>isometr
jacquette>jacquett jcun>jcun jingde>jingd journalists>journalist juxtaposes>juxtapos karak>karak keenness>keen
khary>khari kiran>kiran knudaajwg>knudaajwg kraisang>kraisang kwo>kwo laimare>laimar lasa>lasa ldlrs>ldlrs
lemony>lemoni leytonstone>leytonston lima>lima littermate>litterm lodestones>lodeston louisville's>louisvill
lumps>lump m'bolhi>m'bolhi magilla>magilla malfunctions>malfunct mans>man marks>mark mastiffs>mastiff mbpc>mbpc
meaning>mean melanocortin>melanocortin merkle>merkl metros>metro microvesells>microvesel mimes>mime
misfolded>misfold mobilers>mobil monetisation>monetis moravian>moravian moura>moura mukqzcuixdn>mukqzcuixdn
mushing>mush n's>n nasa's>nasa ndsidtoh>ndsidtoh nero's>nero newsletterthe>newsletterth nihilism>nihil
nocturnus>nocturnus nop>nop noyes>noy nuuk>nuuk observing>observ ofshe>ofsh onca>onca oqsrjj>oqsrjj orton>orton
outkast>outkast ovum>ovum paju>paju para>para particle>particl pavement>pavement peipus>peipus pergamon>pergamon
petrification>petrif phono>phono piero's>piero pitts>pitt pledged>pledg poisons>poison ponting>pont posts>post
precede>preced press>press probst>probst propagandistic>propagandist prower>prower pullman>pullman
pyroclastic>pyroclast quarrels>quarrel races>race rallying>ralli rattazzi>rattazzi reassigned>reassign
reddish>reddish register>regist remains>remain repopulation>repopul respondent>respond revisionism>revision
rickety>ricketi rivkin>rivkin rohn>rohn rothstein>rothstein ruined>ruin sacchi>sacchi salsa>salsa
sardasht>sardasht scanline>scanlin schweiz>schweiz se's>se seiten>seiten serail>serail shad>shad sheena>sheena
shortagesnovartis>shortagesnovarti sidelined>sidelin singapore's>singapor skn>skn slumping>slump
snowiest>snowiest somewhere>somewher spacecraft's>spacecraft spider's>spider springing>spring staircase>staircas
ste>ste stink>stink stratocaster>stratocast stylesbarnard>stylesbarnard successful>success sunlight>sunlight
surrendered>surrend swimmer>swimmer sza's>sza talulah>talulah tavarius>tavarius telescoping>telescop
territory's>territori thelred's>thelr thp>thp tigre>tigr tmg>tmg topological>topolog trade>trade
transposons>transposon trilogies>trilog tryon>tryon turing>ture uaeshaked>uaeshak umlaut>umlaut
undertaker>undertak unlabelled>unlabel unwinding>unwind ustilug>ustilug valvular>valvular veins>vein vgrg>vgrg
viremias>viremia volmer>volmer wairarapa>wairarapa warthe>warth webmaster>webmast westminster>westminst
wicket>wicket winslow>winslow woodcut>woodcut wrongful>wrong xjt>xjt ydl>ydl yousof>yousof zebra>zebra
zpbklnc>zpbklnc
`
  .trim()
  .split(/\s+/)
  .map((pair) => {
    const [word = '', stem = ''] = pair.split('>');
    return [word, stem] as const;
  });
