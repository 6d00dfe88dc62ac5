"""arbiter-model.json: sizes and hashes of a model's files, which the adapter compares whenever it loads the folder."""

import hashlib
import json
from pathlib import Path

FILES = ("config.json", "model.onnx", "tokenizer.json", "support.json")


def describe(out: Path, name: str) -> None:
    """Writes it anew; call it after the last change of a file."""
    files = []
    for file in FILES:
        if (out / file).exists():
            content = (out / file).read_bytes()
            files.append({"name": file, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    lock = {"name": name, "files": files}
    (out / "arbiter-model.json").write_text(json.dumps(lock, indent=2) + "\n", encoding="utf8")
