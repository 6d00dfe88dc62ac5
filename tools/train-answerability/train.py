import gzip, json, math, os, random, sys, time, multiprocessing as mp
from pathlib import Path
import numpy as np, torch
from torch import nn
from torch.nn import functional as F
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).parents[1] / "train-support" / "entailment"))
import network as entnet

HERE = Path(__file__).parent
D = HERE / "data"
OUT = Path(sys.argv[1])
BASE = Path(sys.argv[2] if len(sys.argv) > 2 else "libs/models/all-minilm-l6-v2/model")
SMALL = bool(os.environ.get("SMALL"))
dev = "cuda" if torch.cuda.is_available() else "cpu"
T0 = time.time()


def log(*a):
    print(f"{time.time() - T0:6.0f}", *a, flush=True)


def read(n):
    return [json.loads(l) for l in gzip.open(D / f"{n}.jsonl.gz", "rt")]


tk = Tokenizer.from_file(str(BASE / "tokenizer.json"))
tk.no_truncation()
tk.no_padding()
CLS, SEP = tk.encode("").ids[0], tk.encode("").ids[-1]


def layer_forward(self, x, bias):
    b, w, s = x.shape
    h = lambda p: p.view(b, w, self.heads, s // self.heads).transpose(1, 2)
    m = F.scaled_dot_product_attention(
        h(self.query(x)),
        h(self.key(x)),
        h(self.value(x)),
        attn_mask=bias.to(x.dtype) if not torch.is_autocast_enabled() else bias.to(torch.bfloat16),
    )
    m = m.transpose(1, 2).reshape(b, w, s)
    x = self.attended_norm(x + F.dropout(self.attended(m), 0.1, self.training))
    return self.narrowed_norm(x + F.dropout(self.narrowed(F.gelu(self.widened(x))), 0.1, self.training))


entnet.Layer.forward = layer_forward


class Net(nn.Module):
    """[CLS] question [SEP] title. headings. before [SEP] sentence [SEP]; head over CLS, the sentence's mean, and learned attention"""

    def __init__(s, enc):
        super().__init__()
        s.enc = enc
        h = enc.words.weight.shape[1]
        for n in ("attention", "dense", "classifier"):
            delattr(enc, n)
        s.att = nn.Linear(h, 1)
        s.dense = nn.Linear(3 * h, h)
        s.out = nn.Linear(h, 2)

    def forward(s, ids, mask, types):
        e = s.enc
        x = e.words(ids) + e.positions(torch.arange(ids.shape[1], device=ids.device)) + e.types(types)
        x = F.dropout(e.norm(x), 0.1, s.training)
        bias = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for l in e.layers:
            x = l(x, bias)
        of = (mask * types)[:, :, None].to(x.dtype)
        mean = (x * of).sum(1) / of.sum(1).clamp(min=1)
        a = torch.softmax(s.att(x) + (1 - mask[:, :, None].to(x.dtype)) * -10000.0, 1)
        return s.out(torch.tanh(s.dense(F.dropout(torch.cat((x[:, 0], mean, (x * a).sum(1)), 1), 0.1, s.training))))


def fresh():
    return Net(
        entnet.initialised_from(BASE / "model.onnx", entnet.Shape.of(json.loads((BASE / "config.json").read_text())))
    )


def encode(rows, longest=176):
    """rows (q,title,section,before,text,...) -> list of (ids,types)"""
    out = []
    B = 8192
    for s in range(0, len(rows), B):
        part = rows[s : s + B]
        q = tk.encode_batch([r[0] for r in part], add_special_tokens=False)
        h = tk.encode_batch(
            [(r[1] + (". " + r[2] if r[2] and r[2] != r[1] else ""))[:200] for r in part], add_special_tokens=False
        )
        b = tk.encode_batch([r[3][-220:] for r in part], add_special_tokens=False)
        t = tk.encode_batch([r[4][:1200] for r in part], add_special_tokens=False)
        for a, c, d, e in zip(q, h, b, t):
            first = [CLS, *a.ids[:40], SEP, *c.ids[:24], *([1012] if d.ids else []), *d.ids[-40:], SEP]
            txt = e.ids[: longest - len(first) - 1]
            out.append((np.array([*first, *txt, SEP], dtype=np.int32), len(first)))
    return out


def batchify(enc, idx):
    w = max(len(enc[i][0]) for i in idx)
    w = (w + 7) // 8 * 8
    ids = np.zeros((len(idx), w), np.int64)
    m = np.zeros_like(ids)
    ty = np.zeros_like(ids)
    for k, i in enumerate(idx):
        x, f = enc[i]
        ids[k, : len(x)] = x
        m[k, : len(x)] = 1
        ty[k, f : len(x)] = 1
    return [torch.from_numpy(v).to(dev, non_blocking=True) for v in (ids, m, ty)]


def fit(net, enc, y, head, w, epochs, lr, bs, seed, head_lr=None, freeze_words=True, tag=""):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    net.train().to(dev)
    net.enc.words.weight.requires_grad_(not freeze_words)
    hp = [p for n, p in net.named_parameters() if not n.startswith("enc.")]
    ep = [p for n, p in net.named_parameters() if n.startswith("enc.") and p.requires_grad]
    opt = torch.optim.AdamW(
        [{"params": hp, "lr": head_lr or lr, "r": head_lr or lr}, {"params": ep, "lr": lr, "r": lr}], weight_decay=0.01
    )
    y = np.array(y, np.float32)
    head = np.array(head)
    w = np.array(w, np.float32)
    n = len(enc)
    total = epochs * math.ceil(n / bs)
    step = 0
    acc = []
    for ep_ in range(epochs):
        order = list(range(n))
        rng.shuffle(order)
        batches = []
        for s in range(0, n, bs * 32):
            pool = sorted(order[s : s + bs * 32], key=lambda i: len(enc[i][0]))
            bb = [pool[k : k + bs] for k in range(0, len(pool), bs)]
            rng.shuffle(bb)
            batches += bb
        for b in batches:
            f = step / total
            for g in opt.param_groups:
                g["lr"] = g["r"] * min(f / 0.06 + 1e-3, (1 - f) / 0.94 + 1e-3)
            with torch.autocast(dev, dtype=torch.bfloat16):
                lo = net(*batchify(enc, b))
            lo = lo.float()
            hh = torch.from_numpy(head[b]).to(dev)
            yy = torch.from_numpy(y[b]).to(dev) * 0.95 + 0.025
            l = (
                F.binary_cross_entropy_with_logits(lo.gather(1, hh[:, None])[:, 0], yy, reduction="none")
                * torch.from_numpy(w[b]).to(dev)
            ).mean()
            opt.zero_grad(set_to_none=True)
            l.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            step += 1
            if step % 50 == 0:
                acc.append(float(l.detach()))
            if step % 500 == 0:
                log(tag, step, total, "loss", round(float(np.mean(acc[-10:])), 4))
    net.eval()
    return net


@torch.no_grad()
def score(net, enc, head=0):
    net.eval()
    o = np.zeros(len(enc), np.float32)
    order = sorted(range(len(enc)), key=lambda i: len(enc[i][0]))
    for s in range(0, len(order), 512):
        b = order[s : s + 512]
        with torch.autocast(dev, dtype=torch.bfloat16, enabled=dev == "cuda"):
            o[b] = net(*batchify(enc, b)).float()[:, head].cpu().numpy()
    return o


def auroc(s, y):
    s = np.asarray(s)
    y = np.asarray(y).astype(bool)
    o = s.argsort(kind="stable")
    r = np.empty(len(s))
    r[o] = np.arange(1, len(s) + 1)
    for v in np.unique(s):
        k = s == v
        r[k] = r[k].mean()
    p = y.sum()
    return (r[y].sum() - p * (p + 1) / 2) / (p * (len(y) - p)) if 0 < p < len(y) else float("nan")


def gen(args):
    kind, n, seed = args
    import generate

    rng = random.Random(seed)
    names = [json.loads(l) for l in gzip.open(D / "names.jsonl.gz", "rt")]
    g = generate.Gen(rng, names)
    if kind == "attr":
        return generate.attribute_pairs(g, n)
    if kind == "event":
        return generate.event_pairs(g, n)
    docs = [json.loads(l) for l in gzip.open(D / "docs.jsonl.gz", "rt")]
    docs = docs[seed % 16 :: 16]
    return generate.cloze_pairs(docs, rng, per_doc=n)


def merge(rows, rng, p=0.15):
    """Some sentences together with the one before, as a draft has them."""
    return [(r[0], r[1], r[2], "", r[3] + " " + r[4], r[5]) if r[3] and r[5] and rng.random() < p else r for r in rows]


def report(P, s, tag):
    dr = [k for k, r in enumerate(P) if r["kind"] == "draft"]
    groups = {}
    for k in dr:
        groups.setdefault((P[k]["pack"], P[k]["qid"]), k)
    first = list(groups.values())
    a = [k for k in first if P[k]["y"] == 1 or not P[k]["ans"]]
    ca = {}
    for k, r in enumerate(P):
        if r["kind"] == "cand":
            ca.setdefault((r["pack"], r["qid"]), []).append(k)
    mx = {q: max(s[k] for k in v) for q, v in ca.items()}
    yy = {q: P[v[0]]["ans"] for q, v in ca.items()}
    qs = list(ca)
    hit = lambda sc, m: np.mean(
        [any(P[k]["y"] == 1 for k in sorted(v, key=lambda k: -sc(k))[:m]) for q, v in ca.items() if P[v[0]]["ans"]]
    )
    cl = {}
    for k, r in enumerate(P):
        if r["kind"] == "claim":
            cl.setdefault((r["pack"], r["qid"], r["i"]), []).append(s[k])
    cm = lambda k: max(cl.get((P[k]["pack"], P[k]["qid"], P[k]["i"]), [-9]))
    log(
        tag,
        "draft AUROC answers|unanswerable %.3f answers|rest %.3f"
        % (auroc(s[a], [P[k]["y"] for k in a]), auroc(s[first], [P[k]["y"] for k in first])),
        "max claim %.3f" % auroc([cm(k) for k in a], [P[k]["y"] for k in a]),
        "max cand answerable %.3f" % auroc([mx[q] for q in qs], [yy[q] for q in qs]),
        "cand %.3f" % auroc([s[k] for v in ca.values() for k in v], [P[k]["y"] for v in ca.values() for k in v]),
        "hit@1 %.3f (base %.3f) @3 %.3f (%.3f)"
        % (
            hit(lambda k: s[k], 1),
            hit(lambda k: P[k]["base"], 1),
            hit(lambda k: s[k], 3),
            hit(lambda k: P[k]["base"], 3),
        ),
    )


def main():
    rng = random.Random(5)
    nproc = os.cpu_count()
    k = 0.004 if SMALL else 1
    jobs = (
        [("attr", int(16000 * k) + 8, 100 + i) for i in range(16)]
        + [("event", int(5000 * k) + 8, 200 + i) for i in range(16)]
        + [("cloze", 1 if SMALL else 10, 300 + i) for i in range(16 if not SMALL else 2)]
    )
    with mp.Pool(nproc) as pool:
        parts = pool.map(gen, jobs, chunksize=1)
    A = [tuple(r) for j, p in zip(jobs, parts) if j[0] == "attr" for r in p]
    E = [tuple(r) for j, p in zip(jobs, parts) if j[0] == "event" for r in p]
    C = [tuple(r) for j, p in zip(jobs, parts) if j[0] == "cloze" for r in p]
    Q = [tuple(r) for r in read("qa")]
    N = [tuple(r) for r in read("nli")]
    if SMALL:
        Q, N = Q[:50], N[:50]
    log("pairs attr", len(A), "event", len(E), "cloze", len(C), "qa", len(Q), "nli", len(N))
    P = read("packs")
    if SMALL:
        P = [r for r in P if r["pack"] in ("lantern-coast", "heron-payments")][:600]
    if SMALL:
        P = P[:240]
    rows = [(r["q"], r["title"], r["section"], r["before"], r["text"]) for r in P]
    penc = encode(rows)
    log("packs", len(P))
    if SMALL:
        A, E, C, P = A[:64], E[:64], C[:64], P[:240]
    Qw = Q * 6
    S = merge(A, rng) + merge(E, rng) + merge(C, rng) + merge(Qw, rng)

    def stage1(S, N, seed, lr=1.5e-4, epochs=2, bs=256, tag="s1"):
        R = S + N
        enc = encode(R)
        y = [r[5] for r in R]
        head = [0] * len(S) + [1] * len(N)
        w = [1.0] * len(R)
        log(tag, "encoded", len(enc))
        return fit(fresh(), enc, y, head, w, epochs, lr, bs, seed, head_lr=5e-4, tag=tag)

    packs = sorted({r["pack"] for r in P})
    folds = [packs[i::7] for i in range(7)]
    if SMALL:
        for i, r in enumerate(P):
            r["pack"] = "ab"[i % 2]
        folds = [["a"], ["b"]]
    tr = [k for k, r in enumerate(P) if r["kind"] in ("cand", "draft", "list") and r["y"] >= 0]

    def weight(r):
        return (3.0 if r["y"] else 1.0) * (4.0 if r["kind"] == "draft" else 1.0) * (1.5 if not r["ans"] else 1.0)

    def stage2(state, idx, seed, lr=6e-5, epochs=3, mix=None, bs=64):
        net = fresh()
        net.load_state_dict(state) if state else None
        enc = [penc[k] for k in idx]
        y = [P[k]["y"] for k in idx]
        w = [weight(P[k]) for k in idx]
        if mix:
            enc = enc + mix[0]
            y = y + mix[1]
            w = w + [0.5] * len(mix[1])
        return fit(net, enc, y, [0] * len(enc), w, epochs, lr, bs, seed, head_lr=lr if state else 3e-4, tag="s2")

    results = {}

    def lopo(state, tag, seeds=(1,), **kw):
        s = np.zeros(len(P), np.float32)
        for f in folds:
            idx = [k for k in tr if P[k]["pack"] not in f]
            te = [k for k, r in enumerate(P) if r["pack"] in f]
            if not te or not idx:
                continue
            for sd in seeds:
                s[te] += score(stage2(state, idx, sd, **kw), [penc[k] for k in te]) / len(seeds)
        report(P, s, tag)
        results[tag] = [round(float(x), 3) for x in s]
        json.dump(results, gzip.open(OUT / "scores.json.gz", "wt"))
        return s

    ep = 1 if SMALL else 2
    net = stage1(S, N, 7, epochs=ep)
    state = {k: v.detach().cpu().clone() for k, v in net.state_dict().items()}
    s0 = score(net, penc)
    report(P, s0, "stage1 only")
    results["stage1"] = [round(float(x), 3) for x in s0]
    torch.save({k: v.half() for k, v in state.items() if k != "enc.words.weight"}, OUT / "stage1.pt")
    real = Q
    menc = encode(merge(real, rng) + rng.sample(S, min(len(S), 6000)))
    mix = (encode(real), [r[5] for r in real])

    def soup(nets):
        sts = [n.state_dict() for n in nets]
        out = {k: sum(s[k].float() for s in sts) / len(sts) for k in sts[0]}
        net = fresh().to(dev)
        net.load_state_dict(out)
        return net

    def save(net, name):
        st = {k: v.detach().cpu().half() for k, v in net.state_dict().items() if k != "enc.words.weight"}
        ks = list(st)
        h = len(ks) // 2
        for i, part in enumerate((ks[:h], ks[h:])):
            torch.save({k: st[k].clone() for k in part}, OUT / f"{name}{i}.pt")

    one = dict(epochs=3, bs=128, lr=9e-5)
    two = dict(epochs=3, bs=128, lr=9e-5, mix=mix)
    save(stage2(state, tr, 1, **one), "one")
    log("saved one")
    save(soup([stage2(state, tr, sd, **two) for sd in (1, 2)]), "soup")
    log("saved soup")
    sA = np.zeros(len(P), np.float32)
    sB = np.zeros(len(P), np.float32)
    seen = []
    for f in folds:
        idx = [k for k in tr if P[k]["pack"] not in f]
        te = [k for k, r in enumerate(P) if r["pack"] in f]
        n1 = stage2(state, idx, 1, **one)
        sA[te] = score(n1, [penc[k] for k in te])
        sB[te] = score(soup([stage2(state, idx, sd, **two) for sd in (1, 2)]), [penc[k] for k in te])
        seen += te
        results["one"] = [round(float(x), 3) for x in sA]
        results["soup"] = [round(float(x), 3) for x in sB]
        json.dump(results, gzip.open(OUT / "scores.json.gz", "wt"))
        log("fold", f)
        sub = [P[k] for k in sorted(seen)]
        report(sub, sA[sorted(seen)], "one")
        report(sub, sB[sorted(seen)], "soup")
    log("done")


if __name__ == "__main__":
    main()
