

def W(s):
    return [x.strip() for x in s.strip().split("|") if x.strip()]


V = {
    "fuel": W(
        "diesel|peat|wood chips|whale oil|wind|steam|a hand crank|hydrogen|petrol|batteries|water from the mill race|compressed air|coal|two mules|sunlight|heated rape oil"
    ),
    "material": W(
        "oak|granite|honey-coloured sandstone|beaten copper|steel|larch planks|baked clay|green glass|bone|reinforced concrete|felt|aluminium|slate|red brick|woven willow|ash wood|cast iron|goat leather|bronze"
    ),
    "colour": W(
        "red|dark green|grey|white|pale blue|yellow|black|orange|brown|violet|silver|blue with a white stripe|turquoise|amber"
    ),
    "nick": W(
        "the Owl|Old Patience|Big Annie|the Hive|the Whistler|Grumbler|the Lame Lion|Little Brother|the Sieve|the Attic|the Grey Lady|Thunderbox|the Limpet|Sleepy|Uncle Pim"
    ),
    "interval": W(
        "every six months|once a year|every 10,000 km|each Monday|every fortnight|twice a year|every four weeks|after each trip|daily before work|every second spring"
    ),
    "agent": W(
        "warm water and soap|vinegar|a dry brush|alcohol|sand and ash|lemon juice|compressed air|a damp cloth|lukewarm milk|linseed oil"
    ),
    "purpose": W(
        "lift crates on deck|measure the depth of the water|keep the foxes out|dry herbs|warn ships in fog|grind barley|carry letters over the river|store seed|call the council together|press apples|lock the sluice|weigh fish|cool the milk|guide people across the marsh at night|read old maps|test new valves|heat the baths|dye wool"
    ),
    "step": W(
        "fill in the green slip and hand it to the shift lead|press the two outer buttons for five seconds|speak its name three times|pull the lever down and wait for the lamp|write to the office two weeks ahead|call the number on the back of the card|open the valve and let the pressure fall|bring two witnesses and a silver coin|turn the key to the left and hold it|swear an oath before the council|feed it salt for nine days|send the form to the registry|hold down the power key until it beeps|walk round it clockwise and look for damage|copy the file to the card and restart|pour in vinegar and leave it overnight|ask the warden for the seal|take off the cover and loosen both screws|log in and choose Settings|throw iron filings at it|burn the knot of hair|tell the desk at once and block the account"
    ),
    "trouble": W(
        "a broken clamp|water in the gearbox|a worn belt|a crack in the frame|a loose cable|a leaking valve|a flat battery|rust under the seat|too little oil|an empty filter|lost the connection to the server|an overheated coil|a clogged nozzle|a blown fuse|frost in the pipe"
    ),
    "gerund": W(
        "smoking|whistling|running|painting birds|carving whistles|fishing at night|selling a marked blade|striking a herald|playing chess|talking to the driver|lighting fires|collecting stamps|lying to the council|opening the cover|singing old songs|late payment|bringing food|growing roses"
    ),
    "food": W(
        "salt and a heron feather|rye bread|smoked eel|honey|barley and beans|small fish|pickled beetroot|plum jam|rock salt|lamb with mint|chestnut flour|goat cheese|frogs and snails|two eggs and cream|nettles|dried apples|ginger beer|cinnamon rolls|potatoes|mussels|sunflower seeds|blue clover|willow bark|mulled wine|turnips|cider|almonds|oats|raw liver|strong tea|lemon peel|caraway"
    ),
    "motif": W(
        "a golden bee on black|a grey flame|a white heron|three ships under a star|a running hare|a chain of ivy leaves|two crossed keys|a black stripe over the eye|the face of a lion|a stone with a hole in it|an iron bell|a bronze plate by the door|a red thistle|backward hooves|a notched ear|a silver oak leaf|a dancing bear|a broken wheel"
    ),
    "cause": W(
        "a lightning strike|pneumonia|a burst dam|a fever|an earthquake|a fire in the bakery|the plague|a fall from a horse|a faulty switch|a flood|heavy snow on the roof|a gas leak|the landslide of spring|poisoned wine|old age|a software error|a broken axle|a siege of nine weeks|dry rot|a forgotten candle|swelling of the arm|numbness for an hour"
    ),
    "job": W(
        "a carpenter|a pharmacist|the harbour master|an auctioneer|head of accounts|a nurse|a beekeeper|the night porter|a lecturer in botany|a ferryman|a coastguard|a smith|clerk of the court|a dentist|an engine driver|a data analyst|a librarian|the second mate|a shepherd|a glass blower|a locksmith|a tax collector|a cook|a translator|a surveyor|a midwife"
    ),
    "reason": W(
        "the roof had begun to leak|nobody could pay for the repairs|it stood in the way of the new railway|an uncle had left a farm|the river had changed its course|money had gone missing|the board wanted a younger face|wages had not been paid for a year|of a quarrel over the seal|the number of pupils had halved|storms had eaten the beach|too many accidents had happened|the doctor had advised rest|the lease ran out|the well was poisoned|rats had got into the grain|the law on fishing was changed|a letter had been opened in secret|noise kept the neighbours awake|the old one fitted no lorry|visitors had been touching the paintings|there had been a death on the stairs|the war had made copper dear|the machine was losing oil|a bridge had been washed away"
    ),
    "subject": W(
        "botany|law|medicine|naval architecture|history|theology|astronomy|accounting|music|chemistry|Old Norse|geology|wind magic|dentistry|book-keeping"
    ),
    "language": W(
        "Danish and Finnish|Old Stonekin|Portuguese|the tongue of the marsh|Latin and Greek|Welsh|sign language|Turkish|six dialects of the coast"
    ),
    "animal": W(
        "a one-eyed cat|two ferrets|a raven|a mule called Nettle|a tame fox|a parrot|three greyhounds|a lame goose|a hedgehog|a white rat"
    ),
    "clothes": W(
        "a padded overall|a green hat|a coat of otter fur|felt slippers|a red scarf|boots without laces|a silver ring on the thumb|a patched sail-cloth jacket|an eye patch|grey gloves"
    ),
    "weapon": W(
        "a mace|a short bow|two knives|a boar spear|a staff of ash|a rapier|a sling|a crossbow|an axe with a notch|a net and trident"
    ),
    "wound": W(
        "a stiff knee|a scar on the cheek|a lost finger|headaches|a burn on the left hand|a limp|trembling hands|a cough|sleeplessness|a broken collarbone|nausea|sore joints|scurvy|warts|a swollen eye|toothache|fever dreams"
    ),
    "award": W(
        "the golden oar|a medal for bravery|the prize for young builders|a silver cup|a ham|the order of the star|a purse of forty crowns|a horse|a free place at the academy|the bronze anchor|first prize for the best loaf"
    ),
    "work": W(
        "a history of the port|the treatise On Tides|a cookery book|three ballads|the play The Empty Chair|a report on spoilt peas|a dictionary of the dialect|the hymn of the guild|a guide for squires|an essay on salt"
    ),
    "fear": W(
        "loose stones|bells|quicksand|thunder|wolves|the sight of fire|falling rocks|deep water|spiders|iron|fog without warning|mirrors|bandits|the smell of garlic|thin ice|dogs|rotten planks|sudden gusts"
    ),
    "secret": W(
        "paints forged maps|stole the crown|is the child of the duke|buried gold under the hearth|works for the rival|turned to stone|wept until the well filled|speaks with the dead|lost a shoe on the stairs|sold the bell|writes the letters to the newspaper|sank the ship"
    ),
    "phone": W("4471|extension 12|0800 55 32|the orange phone|117|extension 308|0231 9987"),
    "room": W(
        "room 12|the attic|the second floor|room 3.07|the east wing|the hut by the gate|the glass office|the cellar next to the boiler"
    ),
    "hours": W(
        "from nine to five|on Tuesdays|at dusk|from Easter to October|every Thursday at six|on the first of each month|at night|in the morning|from 07:30 to 16:00|on weekdays only|shortly before sunrise|on the last Sunday of the month|daily but Monday|till midnight|at low tide|in the lunch break|between 10 and 12"
    ),
    "motto": W(
        '"First the nets"|"Slowly but surely"|"No door is shut"|"What floats, stays"|"Bread before words"|"Count twice"'
    ),
    "perm": W(
        "not allowed|welcome|forbidden|allowed on a lead|allowed with a permit|only admitted with a ticket|not possible|permitted without flash|free of charge|turned away|admitted on weekdays"
    ),
    "route": W(
        "the ferry from the north pier|a steep stair of ninety steps|bus 14|the track along the ridge|the cable car|a boat at high tide|the second turning after the mill|train and then on foot|the tunnel under the hill"
    ),
    "area": W(
        "40 hectares|three square kilometres|1,200 square metres|half an acre|18 acres|the whole of the island|260 square miles"
    ),
    "habitat": W(
        "reed beds|hollow oaks|caves by the sea|old chimneys|peat bogs|mountain streams|the salt marsh|gravel banks|cellars|the tops of pines|abandoned burrows|the mud of the estuary|cliffs"
    ),
    "sound": W(
        "a long whistle|a bark like a dog's|a cry of two notes|a rattle|the creak of a door|a low hum|a clicking sound"
    ),
    "month": W(
        "March|early April|the middle of May|September|late February|the first week of June|October|August|December"
    ),
    "result": W(
        "a truce of ten years|a draw|new rules for drivers|the arrest of the steward|a higher tax on salt|two resignations|nothing at all|the loss of the harbour|an apology|a fine for the owner|victory for the north|the sale of the yard"
    ),
    "group": W(
        "apprentices|members of the court|drivers over sixty|staff in accounts|visitors from abroad|pregnant women|children under twelve|knights of the realm|part-time staff|mages of the third degree|fishermen with a licence|the crew|guests of rank|everyone but the captain|night workers"
    ),
    "version": W("version 2.3|release 4|version 0.9|firmware 1.12|the autumn release|version 7.1"),
    "prog": W("Rust|Python|C|Java and Kotlin|Go|Fortran|Erlang|TypeScript"),
    "effect": W(
        "keeps paper dry|makes the wearer invisible|closes small wounds|turns milk to ice|stops the wind for an hour|lets one speak with birds|calls fish to the net|mends broken glass|puts a guard to sleep|lights all candles in the room|hides a door|slows a fall"
    ),
    "temp": W(
        "minus 15 °C|4 degrees|220 °C|plus 2 °C|38 degrees|180 °C|minus 30 degrees|room temperature|60 °C|just above freezing"
    ),
    "power": W("75 watts|3 kW|12 horsepower|40 kW|1.5 kW|230 volts|9 amperes"),
    "speed": W("18 knots|90 km/h|45 km an hour|6 knots|a walking pace|120 miles an hour|30 km/h|4 metres a second"),
}
SYL1 = W(
    "Ar|Bel|Cor|Dag|El|Fen|Gar|Hal|Is|Jor|Kel|Lor|Mar|Nes|Ol|Pel|Quin|Ros|Sor|Tav|Ul|Vel|Wul|Yor|Zan|Bram|Tal|Ash|Brin|Thor|Mer|Wren|Hes|Os|Rud|Sel|Ver|Ker|Dun|Cal"
)
SYL2 = W(
    "a|en|in|ick|ow|eth|ara|mund|win|da|wick|gate|mere|ford|ley|ston|by|ham|mar|ric|la|na|ina|ot|us|ene|ane|ette|holm|fast|dale|burn|marsh|haven|ter|ley"
)
FIRST = W(
    "Mara|Hale|Suvi|Agda|Ines|Odile|Priya|Fenn|Joram|Elke|Ivo|Dagna|Tomas|Ruth|Anselm|Berit|Cato|Dora|Emil|Freya|Gideon|Hanna|Ilse|Jonas|Karim|Lena|Milo|Nadia|Otto|Petra|Rafael|Signe|Tilda|Ursula|Viktor|Wanda|Yusuf|Zora|Amara|Bogdan|Clara|Dmitri|Esther|Farid|Greta|Hugo|Ingrid|Jasper|Kofi|Lucia|Mathis|Noor|Oskar|Paula|Quentin|Rosa|Sven|Thea|Umar|Vera|Willem|Xenia|Yara|Zeno"
)
TITLE = W(
    "Captain|Doctor|Professor|Ser|Lady|Brother|Sister|Old|Duchess|Master|Archivist|Count|Nurse|Inspector|Mr|Mrs|Lieutenant"
)
SUBJ = {
    "thing": W(
        "the crane|the ferry|the bell|the pump|the snow blower|the lorry|the lantern|the printing press|the organ|the anchor|the telescope|the bridge|the oven|the tram|the boat|the safe|the statue|the tower clock|the generator|the van|the sword|the cloak|the map|the fire engine|the carpet|the piano|the ladder|the drill|the tractor|the balloon"
    ),
    "org": W(
        "guild|society|company|academy|council|bakery|school|museum|clinic|cooperative|brotherhood|court|club|library|bank|brewery|theatre|union|office|choir|yard|trust|post office|hospital|shop"
    ),
    "place": W(
        "village|island|castle|inn|valley|tower|harbour|pass|lighthouse|abbey|mill|fort|quarry|city|station|depot|camp|hut|market|park|hall|ward|observatory|vineyard"
    ),
    "creature": W(
        "heron|wyrm|troll|hag|tern|gulper|wolf|beetle|otter|drake|owl|crab|moth|lynx|seal|harrier|toad|eel|spider|bat"
    ),
    "event": W(
        "fire|flood|race|festival|siege|battle|trial|strike|storm|wedding|regatta|market|accident|exhibition|election|conference|joust|concert|outage|audit|harvest"
    ),
    "rule": W(
        "leave|permit|policy|rule|licence|law|allowance|ban|contract|form|charter|regulation|report|card|discount|statute|order|certificate|insurance|pass"
    ),
    "dish": W("loaf|pie|stew|cake|soup|pudding|bun|cheese|tart|cider|roll|dumpling|sausage|biscuit|broth|ale"),
    "tech": W(
        "router|gateway|service|server|console|module|adapter|scheduler|terminal|reader|sensor|app|firewall|queue|proxy|charger|API|backup"
    ),
    "spell": W("ward|charm|potion|ointment|rite|curse|syrup|elixir|powder|blessing|draught|tincture"),
}


class Gen:
    def __init__(s, rng, names=()):
        s.r = rng
        s.names = list(names)

    def c(s, l):
        return s.r.choice(l)

    def word(s):
        w = s.c(SYL1) + s.c(SYL2)
        if s.r.random() < 0.25:
            w += s.c(SYL2)
        return w

    def person(s):
        r = s.r.random()
        f = s.c(FIRST) if s.r.random() < 0.6 else s.word()
        n = f"{f} {s.word()}" if r < 0.75 else f"{s.c(TITLE)} {s.word()}" if r < 0.9 else f
        return n

    def place(s):
        r = s.r.random()
        if r < 0.4:
            return s.word()
        if r < 0.55 and s.names:
            return s.c(s.names)
        if r < 0.8:
            return (
                "the "
                + s.c(W("north|old|lower|upper|west|red|stone|new|long"))
                + " "
                + s.c(W("quay|gate|mill|hall|field|cellar|market|tower|bridge|pier|barn|chapel|yard|garden"))
            )
        return s.word() + " " + s.c(W("Quay|Hill|Bridge|Street|Bay|Point|Wood|Cross|Moor|House|Bank"))

    def num(s, a, b):
        n = s.r.randint(a, b)
        return f"{n:,}" if n > 999 else str(n)

    NUM = W(
        "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|sixty|ninety|a hundred|three hundred"
    )

    def small(s):
        return s.c(s.NUM) if s.r.random() < 0.5 else s.num(2, 90)

    def value(s, k):
        r = s.r
        if k == "person":
            return s.person()
        if k == "place":
            return s.place()
        if k == "org":
            return s.subject("org")
        if k == "year":
            return str(
                r.choice([r.randint(280, 700), r.randint(1400, 2025), r.randint(1850, 2024), r.randint(1850, 2024)])
            )
        if k == "date":
            d = f"{r.randint(1, 28)} {s.c(W('January|February|March|April|May|June|July|August|September|October|November|December'))}"
            return (
                d + (f" {r.randint(1700, 2026)}" if r.random() < 0.6 else "")
                if r.random() < 0.8
                else s.c(
                    W(
                        "midsummer|the first Sunday in May|Friday|the eve of the harvest|31 March|the day after Easter|the new moon"
                    )
                )
            )
        if k == "count":
            return s.small() if r.random() < 0.5 else s.num(3, 20000)
        if k == "money":
            return (
                f"{s.small() if r.random() < 0.6 else s.num(2, 9000)} {s.c(W('crowns|pennies|euros|pounds|stags|cr|wicks|francs|silver marks|dollars'))}"
                + (s.c([" a year", " a month", " a night", " per head", ""]) if r.random() < 0.2 else "")
            )
        if k == "mass":
            return f"{s.small() if r.random() < 0.5 else s.num(2, 9000)} {s.c(W('kg|tonnes|pounds|grams|stone|kilos|mg|hundredweight'))}"
        if k == "len":
            return f"{s.small() if r.random() < 0.5 else s.num(2, 900)} {s.c(W('metres|feet|km|paces|miles|m|fathoms|centimetres|ells|leagues'))}"
        if k == "duration":
            return f"{s.small()} {s.c(W('minutes|hours|days|weeks|months|years|nights|working days|seconds'))}"
        if k == "years":
            return f"{s.small()} years"
        return s.c(V[k])

    def subject(s, t):
        r = s.r
        if t == "person":
            return s.person()
        if s.names and r.random() < 0.12 and t in ("thing", "org", "place", "event"):
            return s.c(s.names)
        n = s.c(SUBJ[t])
        if t == "thing":
            x = r.random()
            if x < 0.4:
                return n
            if x < 0.7:
                return f"{n} {s.word()}"
            if x < 0.85:
                return f"{n} of {s.word()}"
            return f"the {s.word()}"
        if t in ("org", "place", "event"):
            x = r.random()
            if x < 0.3:
                return f"the {s.word()} {n}"
            if x < 0.5:
                return f"the {n} of {s.word()}"
            if x < 0.7 and t != "event":
                return f"{s.word()} {n.title()}"
            if x < 0.85 and t == "place":
                return s.word()
            return f"the {s.c(W('old|great|lower|white|royal|spring|night|first|northern'))} {n}"
        x = r.random()
        if x < 0.5:
            return f"the {s.c(W('grey|winter|marsh|blue|quick|night|stone|silver|travel|guest|parental|river|salt|dry|honey|guard|green|mountain|sleep|fuel|study|deep|wind|horned|small'))} {n}"
        if x < 0.75:
            return f"{s.word()}'s {n}"
        return f"the {n}"
