"""dump.jsonl -> data/packs.jsonl.gz: candidates and drafts with labels"""

import json, gzip, re, sys
from pathlib import Path


def norm(x):
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"\[\d+\]", "", x.lower())).strip()


out = []
cov = 0
n = 0
for l in open(sys.argv[1]):
    r = json.loads(l)
    q = r["q"]
    quotes = [norm(e["quote"]) for e in q["evidence"]]
    answers = [norm(a) for a in q["answers"]]

    def sec(s):
        return " > ".join(s) if isinstance(s, list) else (s or "")

    hit = False
    for i, c in enumerate(r["candidates"]):
        t = norm(c["text"])
        y = int(
            any(
                (
                    k in t
                    or (len(t) > 12 and t in k)
                    or (len(k.split()) > 5 and len(set(k.split()) & set(t.split())) / len(set(k.split())) > 0.85)
                )
                for k in quotes
                if k
            )
        )
        hit |= bool(y)
        out.append(
            dict(
                pack=r["pack"],
                qid=q["id"],
                ans=q["answerable"],
                type=q["type"],
                kind="cand",
                i=i,
                q=q["question"],
                title=c["title"],
                section=sec(c["section"]),
                before=re.sub(r"\s+", " ", c["before"])[-200:],
                text=c["text"],
                base=c["score"],
                rank=c["rank"],
                y=y,
            )
        )
    n += q["answerable"]
    cov += hit
    titles = {p["title"] for p in r["passages"]}
    for i, l2 in enumerate(r["lists"]):
        t = norm(" ".join(l2["items"]))
        y = int(any(k in t for k in quotes if k) and q["type"] in ("list_building", "procedural"))
        out.append(
            dict(
                pack=r["pack"],
                qid=q["id"],
                ans=q["answerable"],
                type=q["type"],
                kind="list",
                i=i,
                q=q["question"],
                title=l2["title"],
                section=sec(l2["section"]),
                before="",
                text=" ".join(l2["items"])[:600],
                base=0,
                rank=l2["rank"],
                y=y,
            )
        )
    for i, d in enumerate(r["drafts"]):
        cites = next((a["citations"] for a in r["attempts"] if a["text"] == d["answer"]), [])
        ts = list(dict.fromkeys(c.get("title") or "" for c in cites))
        text = re.sub(r"\s*\[\d+\]", "", d["answer"])
        out.append(
            dict(
                pack=r["pack"],
                qid=q["id"],
                ans=q["answerable"],
                type=q["type"],
                kind="draft",
                i=i,
                q=q["question"],
                title="; ".join(t for t in ts if t),
                section="",
                before="",
                text=text,
                base=0,
                rank=0,
                y=int(d["correct"] and q["answerable"]),
                features=d["features"],
                queryType=d["queryType"],
                status=r["answer"]["status"],
            )
        )
        # its claims, each with its place
        for k, c in enumerate(cites):
            cand = next(
                (
                    x
                    for x in r["candidates"]
                    if x["text"].strip()[:60] == (c.get("quote") or c.get("text") or "").strip()[:60]
                ),
                None,
            )
            out.append(
                dict(
                    pack=r["pack"],
                    qid=q["id"],
                    ans=q["answerable"],
                    type=q["type"],
                    kind="claim",
                    i=i,
                    j=k,
                    q=q["question"],
                    title=c.get("title") or "",
                    section=sec(c.get("section")),
                    before=re.sub(r"\s+", " ", cand["before"])[-200:] if cand else "",
                    text=c.get("quote") or c.get("text") or "",
                    base=0,
                    rank=0,
                    y=-1,
                )
            )
with gzip.open(str(Path(__file__).parent / "data") + "/packs.jsonl.gz", "wt") as g:
    for r in out:
        g.write(json.dumps(r) + "\n")
import collections

print(collections.Counter((r["kind"], r["y"]) for r in out))
print("evidence among candidates", cov, n)
