"""Texts and real questions for stage 1 -> data/*.jsonl.gz"""

import json, gzip, re, random, glob
from pathlib import Path

D = Path(__import__("sys").argv[1])
O = Path(__file__).parent / "data"
O.mkdir(exist_ok=True)
SENT = re.compile(r'(?<=[.!?])\s+(?=[A-Z"“(])')
docs = []
qa = []
nli = []


def md(text):
    text = re.sub(r"[*_`>#|]", "", text)
    return re.sub(r"[ \t]+", " ", text)


for f in glob.glob(str(D / "dnd_srd_wiki/**/*.md"), recursive=True):
    if "(Alt)" in f:
        continue
    t = open(f).read()
    title = Path(f).stem
    for part in re.split(r"\n(?=#)", t):
        m = re.match(r"#+\s*(.+)\n", part)
        sec = m.group(1).strip("* ") if m else ""
        paras = [p for p in part[m.end() if m else 0 :].split("\n\n") if not p.startswith("|")]
        docs.append((title, sec, md(" ".join(paras))))
for c, cap in (("scifact", 99999), ("hotpotqa_200", 99999), ("musique_100", 99999)):
    for l in open(D / c / "corpus.jsonl"):
        r = json.loads(l)
        docs.append((r["title"] if c != "scifact" else r["title"], "", r["text"]))
fm = {}
for l in open(D / "grounding/fm2_train.jsonl"):
    r = json.loads(l)
    fm.setdefault(r["title"], set()).update([r["evidence"], *r.get("context", [])])
for t, ss in fm.items():
    docs.append((t, "", " ".join(x for x in ss if x[:1].isupper() and len(x) > 30)))
seen = set()
for l in open(D / "grounding/fever_dev_pairs.jsonl"):
    r = json.loads(l)
    if r["evidence"] not in seen:
        seen.add(r["evidence"])
        docs.append(("", "", r["evidence"] + " "))
for i in range(1, 6):
    j = json.load(open(D / f"crd3/C1E00{i}.json"))
    chunks = j if isinstance(j, list) else j.get("chunks", [])
    for c in chunks:
        if isinstance(c, dict) and "CHUNK" in c:
            docs.append((f"Episode {i}", "", c["CHUNK"]))
# group loose fever sentences
loose = [d for d in docs if d[0] == ""]
docs = [d for d in docs if d[0]]
# their names
names = sorted({d[0] for d in docs if 3 < len(d[0]) < 30 and re.match(r"[A-Z]", d[0]) and "(" not in d[0]})
# hotpot
byt = {}
for l in open(D / "hotpotqa_200/qa.jsonl"):
    r = json.loads(l)
    sup = {(t, i) for t, i in r["supporting_facts"]}
    for t, ss in r["context"]:
        for i, s in enumerate(ss):
            if len(s) < 15:
                continue
            y = int((t, i) in sup)
            if y or any(t == a for a, _ in sup) or random.Random(len(qa)).random() < 0.12:
                qa.append((r["question"], t, "", ss[i - 1].strip() if i else "", s.strip(), y))
# musique sub-questions against support paragraphs: sentence with the answer
mq = {}
corpus = {}
for l in open(D / "musique_100/corpus.jsonl"):
    r = json.loads(l)
    corpus[r["_id"]] = r
paras = list(corpus.values())


def norm(x):
    return re.sub(r"\W+", " ", x.lower()).strip()


n = 0
for l in open(D / "musique_100/qa.jsonl"):
    r = json.loads(l)
    ans = []
    for st in r["question_decomposition"]:
        q = st["question"]
        for i, a in enumerate(ans):
            q = q.replace(f"#{i + 1}", a)
        ans.append(st["answer"])
        m = re.match(r"(.+) >> (.+)", q)
        if m:
            q = f"What is the {m.group(2).strip()} of {m.group(1).strip()}?"
        a = norm(st["answer"])
        words = {w for w in norm(q).split() if len(w) > 3}
        best = None
        for p in paras:
            if a in norm(p["text"]):
                ov = len(words & set(norm(p["title"] + " " + p["text"]).split())) + 2 * len(
                    words & set(norm(p["title"]).split())
                )
                if best is None or ov > best[0]:
                    best = (ov, p)
        if not best:
            continue
        p = best[1]
        ss = [x for x in SENT.split(p["text"]) if len(x) > 15]
        has = [i for i, x in enumerate(ss) if f" {a} " in f" {norm(x)} "]
        if not has:
            continue
        pos = max(has, key=lambda i: len(words & set(norm(ss[i]).split())))
        for i, x in enumerate(ss):
            if i == pos or i not in has:
                qa.append((q, p["title"], "", ss[i - 1] if i else "", x, int(i == pos)))
        n += 1
# halueval: right answers with their knowledge
rows = {}
for l in open(D / "grounding/halueval_qa_train.jsonl"):
    r = json.loads(l)
    if r["supported"]:
        rows[r["question"]] = (r["answer"], r["evidence"])
ev = [e for _, e in rows.values()]
rng = random.Random(3)
for q, (a, e) in rows.items():
    ss = [x.strip() for x in re.split(r'(?<=[.!?])\s*(?=[A-Z"“])', e) if len(x) > 15]
    A = norm(a)
    yes = [i for i, x in enumerate(ss) if f" {A} " in f" {norm(x)} "]
    whole = " ".join(ss)
    qa.append((q, "", "", "", whole, 1))
    if A not in ("yes", "no") and yes and norm(q).find(A) < 0:
        for i, x in enumerate(ss):
            qa.append((q, "", "", ss[i - 1] if i else "", x, int(i in yes)))
        rest = [x for i, x in enumerate(ss) if i not in yes]
        if rest:
            qa.append((q, "", "", "", " ".join(rest), 0))
    # nearest other knowledge by words
    wq = set(w for w in norm(q).split() if len(w) > 3)
    near = max(rng.sample(ev, 60), key=lambda x: len(wq & set(norm(x).split())) if x != e else -1)
    qa.append((q, "", "", "", near, 0))
for f, k in (
    ("fever_dev_pairs", 1),
    ("fever_symmetric", 1),
    ("fm2_train", 1),
    ("conjnli_train", 0.5),
    ("negnli_train", 1),
    ("halueval_qa_train", 1),
    ("summedits_sentences_train", 0.5),
    ("scifact_train", 1),
    ("synth_train", 0.7),
):
    for l in open(D / f"grounding/{f}.jsonl"):
        r = json.loads(l)
        if rng.random() < k and isinstance(r.get("evidence"), str):
            nli.append((r["claim"], r.get("title", ""), "", "", r["evidence"][:900], int(r["supported"])))
for name, x in (("docs", docs), ("loose", loose), ("qa", qa), ("nli", nli), ("names", names)):
    with gzip.open(O / f"{name}.jsonl.gz", "wt") as g:
        for r in x:
            g.write(json.dumps(r) + "\n")
    print(name, len(x))
print(sum(r[5] for r in qa), n)
