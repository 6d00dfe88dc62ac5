"""Sessions of ONNX Runtime on one thread, and what a run costs there."""

import time

import numpy as np
import onnxruntime


def single_threaded(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def milliseconds(session: onnxruntime.InferenceSession, inputs: dict[str, np.ndarray], runs: int) -> float:
    """Least processor time of some runs: others may use the machine."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        session.run(None, inputs)
        times.append(time.process_time() - began)
    return min(times) * 1000
