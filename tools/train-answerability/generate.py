"""Question/sentence pairs: attributes, events with adjuncts, and cloze questions from running text."""

import random, re
from pathlib import Path
from vocabulary import Gen, V, W

HERE = Path(__file__).parent


def load():
    atts = {}
    typ = None
    cur = None
    for l in (HERE / "attributes.txt").read_text().splitlines():
        l = l.strip()
        if not l:
            continue
        if l.startswith("# "):
            typ = l[2:]
        elif l.startswith("q "):
            cur["q"] = W(l[2:])
        elif l.startswith("s "):
            cur["s"] = W(l[2:])
        else:
            n, k = l.split(":")
            cur = {"name": n, "kind": k, "type": typ}
            atts.setdefault(typ, []).append(cur)
    ev = []
    for l in (HERE / "events.txt").read_text().splitlines():
        pps, base = l.split(";")
        ev.append({"pp": W(pps), "base": base.strip()})
    return atts, ev


ATTS, EVENTS = load()


def cap(s):
    return s[:1].upper() + s[1:] if s else s


PRON = {
    "person": ["He", "She", "They"],
    "thing": ["It"],
    "org": ["It", "They"],
    "place": ["It"],
    "creature": ["It"],
    "event": ["It"],
    "rule": ["It"],
    "dish": ["It"],
    "tech": ["It"],
    "spell": ["It"],
}
POSS = {"He": "his", "She": "her", "It": "its", "They": "their"}


def pronoun(t, s, typ, rng):
    p = rng.choice(PRON[typ])
    if not t.startswith("{s} "):
        obj = {"He": "him", "She": "her", "It": "it", "They": "them"}[p]
        return t.replace("{s}", obj)
    t = t.replace("{s}", p, 1).replace("{s}", p)
    if p == "They":
        t = t.replace("They is", "They are").replace("They was", "They were").replace("They has", "They have")
    return t


ALIAS_TAIL = re.compile(r"^(?:the |Captain |Doctor |Professor |Ser |Lady |Brother |Sister |Master |Mr |Mrs )")


def qstyle(q, rng):
    r = rng.random()
    if r < 0.12:
        q = q.rstrip("?")
    elif r < 0.2:
        q = q.lower()
    elif r < 0.26:
        q = (
            rng.choice(
                [
                    "Tell me: ",
                    "Do we know ",
                    "I would like to know: ",
                    "Quick question, ",
                    "My colleague asks: ",
                    "Please say ",
                ]
            )
            + q[0].lower()
            + q[1:]
        )
    if rng.random() < 0.05 and len(q) > 12:
        i = rng.randrange(3, len(q) - 3)
        q = q[:i] + q[i + 1 :]
    return cap(q) if rng.random() < 0.85 else q


HEADS = W(
    "Overview|History|Details|Rules|Facts|For visitors|Data|Notes|People|At a glance|Practical matters|Background|Prices|Equipment|What to know"
)


def attribute_doc(g, typ):
    """One subject, several statements; yields (facts, title)."""
    rng = g.r
    s = g.subject(typ)
    atts = rng.sample(ATTS[typ], min(len(ATTS[typ]), rng.randint(4, 8)))
    rng.shuffle(atts)
    return s, [(a, g.value(a["kind"])) for a in atts]


FILL = W(
    "This is well known.|Many have written about it.|Nothing else is certain.|Visitors often ask.|The weather is mild.|It is a quiet matter.|That has not changed for years.|Opinions differ."
)


def attribute_pairs(g, n):
    rng = g.r
    out = []
    while len(out) < n:
        typ = rng.choice(list(ATTS))
        subs = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            subs.append(attribute_doc(g, typ))
        own_title = len(subs) == 1 and rng.random() < 0.7
        title = (
            cap(subs[0][0])
            if own_title
            else cap(g.place()) + rng.choice([" handbook", "", "", " guide", ": notes", " report"])
        )
        sents = []
        for s, facts in subs:
            i = 0
            first = True
            while i < len(facts):
                k = 2 if rng.random() < 0.25 and i + 1 < len(facts) else 1
                part = facts[i : i + k]
                i += k
                ts = []
                for j, (a, v) in enumerate(part):
                    t = rng.choice(a["s"]).rstrip(".")
                    if (not first and rng.random() < 0.45) or j > 0:
                        t = pronoun(t, s, typ, rng)
                    else:
                        t = t.replace("{s}", s)
                    ts.append(t.replace("{v}", v))
                text = (
                    cap(ts[0])
                    + (
                        rng.choice([", and ", "; ", ", while "]) + ts[1][0].lower() + ts[1][1:]
                        if len(ts) > 1 and not re.match(r"[A-Z]\w+ [A-Z]", ts[1])
                        else (". " + cap(ts[1]) if len(ts) > 1 else "")
                    )
                    + "."
                )
                if rng.random() < 0.08:
                    text = f"{cap(s)}: " + ", ".join(v for _, v in part) + "." if rng.random() < 0.0 else text
                sents.append((s, {a["name"] for a, _ in part}, text))
                first = False
            if rng.random() < 0.1:
                sents.append((s, set(), rng.choice(FILL)))
        # some questions about stated attributes, some about absent ones
        s, facts = rng.choice(subs)
        stated = [a for a, _ in facts]
        absent = [a for a in ATTS[typ] if a not in stated]
        section = rng.choice(HEADS) if rng.random() < 0.4 else ""

        def ctx(i):
            return sents[i - 1][2] if i > 0 else ""

        for _ in range(3):
            ans = rng.random() < 0.6
            a = rng.choice(stated if ans else absent or stated)
            q = qstyle(rng.choice(a["q"]).replace("{s}", s), rng)
            idx = list(range(len(sents)))
            pos = [i for i in idx if sents[i][0] == s and a["name"] in sents[i][1]]
            neg = [i for i in idx if i not in pos]
            # prefer same kind of value or the same attribute of another
            same = [i for i in neg if a["name"] in sents[i][1]]
            kinds = {x["name"] for x in ATTS[typ] if x["kind"] == a["kind"]}
            kin = [i for i in neg if sents[i][1] & kinds]
            pick = (
                pos[:1]
                + rng.sample(same, min(1, len(same)))
                + rng.sample(kin, min(1, len(kin)))
                + rng.sample(neg, min(2 if pos else 3, len(neg)))
            )
            for i in dict.fromkeys(pick):
                out.append((q, title, section, ctx(i), sents[i][2], int(i in pos)))
            # the statement that would answer, of a question on absent attribute: swap subject's title (contrast)
            if not pos and rng.random() < 0.5:
                t = rng.choice(a["s"]).replace("{s}", s).replace("{v}", g.value(a["kind"]))
                out.append((q, title, section, "", cap(t), 1))
        # table rows
        if rng.random() < 0.15:
            cols = (
                rng.sample(
                    [
                        a
                        for a in ATTS[typ]
                        if a["kind"]
                        in ("mass", "len", "money", "year", "count", "person", "place", "duration", "colour", "temp")
                    ]
                    or stated,
                    3,
                )
                if len(
                    [
                        a
                        for a in ATTS[typ]
                        if a["kind"]
                        in ("mass", "len", "money", "year", "count", "person", "place", "duration", "colour", "temp")
                    ]
                )
                >= 4
                else None
            )
            if cols:
                header = "| Name | " + " | ".join(cap(a["name"]) for a in cols) + " |"
                row = "| " + s + " | " + " | ".join(g.value(a["kind"]) for a in cols) + " |"
                other = "| " + g.subject(typ) + " | " + " | ".join(g.value(a["kind"]) for a in cols) + " |"
                a = rng.choice(cols)
                q = qstyle(rng.choice(a["q"]).replace("{s}", s), rng)
                out.append((q, title, section, header, row, 1))
                out.append((q, title, section, header, other, 0))
                b = rng.choice([x for x in ATTS[typ] if x not in cols])
                out.append((qstyle(rng.choice(b["q"]).replace("{s}", s), rng), title, section, header, row, 0))
    return out[:n]


ADJ = {
    "when": lambda g: rng_choice(
        g,
        [
            lambda: "in " + g.value("year"),
            lambda: "on " + g.value("date"),
            lambda: (
                g.c(W("last spring|at dawn|two days later|the year after|soon after midnight|in the autumn of ")) + ("")
            ),
        ],
    ),
    "who": lambda g: "by " + (g.person() if g.r.random() < 0.7 else g.subject("org")),
    "where": lambda g: g.c(["in ", "at ", "near "]) + g.place(),
    "why": lambda g: g.c(["because ", "since ", "as "]) + g.c([x for x in V["reason"] if not x.startswith("of ")]),
    "how": lambda g: "with " + g.c(V["agent"] + V["weapon"] + V["food"]),
    "howmuch": lambda g: "for " + g.value("money"),
}


def rng_choice(g, fs):
    return g.r.choice(fs)().strip().removesuffix(" of")


QE = {
    "when": [
        "When was {s} {p}?",
        "In which year was {s} {p}?",
        "On what day was {s} {p}?",
        "Since when has {s} been {p}?",
    ],
    "who": ["Who was {s} {p} by?", "By whom was {s} {p}?", "Whose doing was it that {s} was {p}?", "Who had {s} {p}?"],
    "where": ["Where was {s} {p}?", "In which place was {s} {p}?", "At what spot was {s} {p}?"],
    "why": [
        "Why was {s} {p}?",
        "For what reason was {s} {p}?",
        "What was the reason that {s} was {p}?",
        "How come {s} was {p}?",
    ],
    "how": ["How was {s} {p}?", "With what was {s} {p}?", "What was used when {s} was {p}?"],
    "howmuch": [
        "For how much was {s} {p}?",
        "What sum was named when {s} was {p}?",
        "How much money went over the table when {s} was {p}?",
    ],
}


def event_pairs(g, n):
    rng = g.r
    out = []
    while len(out) < n:
        typ = rng.choice(["thing", "org", "place", "person", "creature", "rule", "event", "tech"])
        subs = [g.subject(typ) for _ in range(rng.choice([1, 1, 2]))]
        title = cap(subs[0]) if len(subs) == 1 and rng.random() < 0.7 else cap(g.place())
        evs = rng.sample(EVENTS, rng.randint(3, 5))
        sents = []
        for k, e in enumerate(evs):
            s = rng.choice(subs)
            adj = rng.sample(list(ADJ), rng.choice([0, 1, 1, 2, 2, 3]))
            p = rng.choice(e["pp"])
            parts = {a: ADJ[a](g) for a in adj}
            subj = s if k == 0 or rng.random() < 0.6 else rng.choice(PRON[typ])
            was = "were" if subj == "They" else "was"
            body = f"{subj} {was} {p}"
            order = [a for a in ["who", "how", "where", "howmuch", "when", "why"] if a in parts]
            if "when" in parts and rng.random() < 0.4:
                order.remove("when")
                body = cap(parts["when"]) + " " + body
            for a in order:
                body += " " + parts[a]
            sents.append((s, e, set(adj), cap(body) + "."))
        for _ in range(3):
            e = rng.choice(evs) if rng.random() < 0.8 else rng.choice(EVENTS)
            s = next((x[0] for x in sents if x[1] is e), rng.choice(subs))
            have = next((x[2] for x in sents if x[1] is e), set())
            kind = rng.choice(list(have)) if have and rng.random() < 0.55 else rng.choice(list(QE))
            q = qstyle(rng.choice(QE[kind]).replace("{s}", s).replace("{p}", rng.choice(e["pp"])), rng)
            order = list(range(len(sents)))
            rng.shuffle(order)
            order.sort(key=lambda i: sents[i][1] is not e)
            for i in order[:3]:
                x = sents[i]
                out.append(
                    (q, title, "", sents[i - 1][3] if i else "", x[3], int(x[1] is e and kind in x[2] and x[0] == s))
                )
    return out[:n]


# ---- cloze on running text
SENT = re.compile(r'(?<=[.!?])\s+(?=[A-Z"“(])')
YEAR = re.compile(
    r"\b(?:in|since|on|by|until|from|during) (?:early |late |the )?(?:(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2})?,? )?(?:1[0-9]|20)\d\d\b|\bon (?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2})?\b"
)
NUMN = re.compile(
    r"\b(\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred) ((?:[a-z]+ )?[a-z]{3,}s)\b"
)
BY = re.compile(r"\bby ((?:the )?[A-Z][\w'’.-]+(?: (?:of |de |the |van |and )?[A-Z][\w'’.-]+)*)")
WHERE = re.compile(r"\b(in|at|near|from|to) ((?:the )?[A-Z][\w'’-]+(?:,? (?:of |the )?[A-Z][\w'’-]+)*)")
WHY = re.compile(r",? (because|since|in order to|so that|due to|as a result of) [^.;]+")
SUBJECT = re.compile(
    r"^((?:The |A |An )?[A-Z][\w'’.-]*(?: (?:of |the |de |and )?[A-Za-z][\w'’-]*){0,4}?) (is|was|are|were|has|had|can|will|may|must|could|did|does|became|won|wrote|made|directed|founded|plays|played|contains|deals|takes|gains|causes|requires|allows|provides|increases|reduces|creates|uses) (.+)$"
)
AUX = re.compile(r"\b(is|was|are|were|has|have|had|can|will|may|must|could|should|would)\b")
STOP = set(
    "the a an of in on at to and or for with by from as that this these those it its his her their was were is are be been has have had which who".split()
)
SYN = dict(
    [
        x.split("=")
        for x in "film=movie|began=started|large=big|killed=put to death|born=born|wrote=penned|won=gained|built=erected|located=situated|founded=set up|released=came out|city=town|children=kids|damage=harm|creature=being|target=victim|spell=magic|speed=pace|known=called|died=passed away|increase=rise|reduced=lowered|cells=cells|patients=people with it|show=demonstrate|used=employed|begin=start|home=dwelling|song=tune|band=group|company=firm|team=side|war=conflict|school=college|book=volume|husband=spouse|wife=spouse|ship=vessel|river=stream|author=writer|create=make|often=frequently|must=has to|can=is able to".split(
            "|"
        )
    ]
)


def degrade(t, rng, drop=0.12):
    ws = t.split()
    o = []
    for w in ws:
        k = w.lower().strip(".,;:")
        if rng.random() < drop and len(ws) > 5:
            continue
        if k in SYN and rng.random() < 0.5:
            w = SYN[k]
        o.append(w)
    return " ".join(o).rstrip(" .,;:")


def shorten(t, rng):
    """Only a part of what the sentence says: a question rarely repeats all."""
    cl = re.split(r"[,;:(–—]| which | who | and | that ", t)
    return cl


def invert(rest, rng):
    m = AUX.search(rest)
    if m and m.start() > 0 and m.start() < 60 and rng.random() < 0.8:
        return f"{m.group(1)} {rest[: m.start()].strip()} {rest[m.end() :].strip()}"
    return ("did " if rng.random() < 0.5 else "") + rest


def clozes(sentence, title, rng):
    """(question, the sentence without the answer or None)"""
    out = []
    s = sentence.strip().rstrip(".")

    def low(x):
        return (
            x[0].lower() + x[1:]
            if x and re.match(r"(The|A|An|In|On|It|He|She|They|This|At|After|During|When|If)\b", x)
            else x
        )

    def name(x):
        if title and rng.random() < 0.6:
            x = re.sub(r"^(He|She|It|They|This|The \w+)\b", lambda m: title, x, count=1)
        return x

    def add(wh, a, b, keep=None):
        rest = low(name((s[:a].rstrip(" ,") + " " + s[b:].lstrip(" ,")).strip()))
        cut = (s[:a].rstrip(" ,") + " " + (keep or "") + s[b:]).replace("  ", " ").strip(" ,") + "."
        if len(rest.split()) < 3:
            return
        words = rest.split()
        if len(words) > 14:
            # keep the stretch about the gap
            at = len(s[:a].split())
            lo = max(0, at - rng.randint(5, 10))
            words = words[lo : lo + rng.randint(8, 14)]
            rest = " ".join(words)
        q = cap(f"{wh} {invert(degrade(rest, rng), rng)}?")
        if rng.random() < 0.15:
            q = cap(f"{degrade(rest, rng)}, {wh.lower()}?")
        out.append((q, cap(cut)))

    for m in YEAR.finditer(s):
        add(rng.choice(["When", "When", "In which year", "On what date", "Since when"]), m.start(), m.end())
    for m in NUMN.finditer(s):
        add(
            rng.choice(["How many " + m.group(2), "How many " + m.group(2), "What number of " + m.group(2)]),
            m.start(),
            m.end(),
            m.group(2) + " ",
        )
    for m in BY.finditer(s):
        add(rng.choice(["By whom", "Who"]), m.start(), m.end())
    for m in WHERE.finditer(s):
        if not YEAR.match(m.group(0)):
            add(
                rng.choice(["Where", "Where", "In which place"]) if m.group(1) != "to" else "Where to",
                m.start(),
                m.end(),
            )
    for m in WHY.finditer(s):
        add(rng.choice(["Why", "For what reason", "Why", "How come"]), m.start(), m.end())
    m = SUBJECT.match(s)
    if (
        m
        and m.group(1) not in ("The", "A", "It", "He", "She", "They", "This", "There")
        and len(m.group(1).split()) < 6
        and m.group(1).lower() != (title or "").lower()
    ):
        rest = m.group(2) + " " + " ".join(m.group(3).split()[: rng.randint(6, 14)])
        person = bool(re.match(r"[A-Z]\w+ [A-Z]\w+$", m.group(1)))
        wh = rng.choice(["Who", "Which person"]) if person else rng.choice(["What", "Which", "What thing"])
        out.append(
            (
                cap(f"{wh} {degrade(rest, rng)}?"),
                "It " + m.group(2) + " " + m.group(3) + "."
                if not person
                else ("He " if rng.random() < 0.5 else "She ") + m.group(2) + " " + m.group(3) + ".",
            )
        )
    return out


def tok(t):
    return {w for w in re.findall(r"[a-z0-9]+", t.lower()) if w not in STOP and len(w) > 2}


def cloze_pairs(docs, rng, per_doc=4):
    """docs: (title, text)"""
    out = []
    prev = None
    for title, section, text in docs:
        ss = [x for x in SENT.split(re.sub(r"\s+", " ", text)) if 25 < len(x) < 420]
        if len(ss) < 2:
            prev = ss or prev
            continue
        toks = [tok(x) for x in ss]
        for _ in range(per_doc):
            i = rng.randrange(len(ss))
            cs = clozes(ss[i], title, rng)
            if not cs:
                continue
            q, cut = rng.choice(cs)
            q = qstyle(q, rng)
            tq = tok(q)
            b = ss[i - 1] if i else ""
            out.append((q, title, section, b, ss[i], 1))
            if rng.random() < 0.8:
                out.append((q, title, section, b, cut, 0))
            order = sorted((j for j in range(len(ss)) if j != i), key=lambda j: -len(toks[j] & tq))
            negs = order[:1] + ([rng.choice(order)] if rng.random() < 0.7 else [])
            for j in dict.fromkeys(negs):
                out.append((q, title, section, ss[j - 1] if j else "", ss[j], 0))
            if prev and rng.random() < 0.3:
                k = rng.choice(prev)
                out.append((q, title, section, "", k, 0))
        prev = ss
    return out


if __name__ == "__main__":
    g = Gen(random.Random(1))
    for p in attribute_pairs(g, 30):
        print(p)
    for p in event_pairs(g, 20):
        print(p)
