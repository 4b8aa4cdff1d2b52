import { MemopError } from "@memop/core";
import type { InferenceSession, Tensor as RuntimeTensor } from "onnxruntime-node";

/** Where a graph runs. `webgpu` needs a Vulkan, Metal or Direct3D 12 device. */
export type Device = "cpu" | "webgpu";

/** How a graph is run. */
export interface SessionOptions {
  /** Default: `cpu`. */
  readonly device?: Device;
  /** Threads within an operator. Default: one per core. */
  readonly threads?: number;
  /** How far ONNX Runtime rewrites the graph. Default: `all`. */
  readonly optimization?: "disabled" | "basic" | "extended" | "all";
}

/** A graph that is ready to run. */
export interface Session {
  /**
   * Runs the graph once. `results` names the outputs wanted; a tensor given for one is where its numbers are written to,
   * null leaves the place to the runtime. Left out: all outputs.
   */
  run(
    inputs: Readonly<Record<string, RuntimeTensor>>,
    results?: Readonly<Record<string, RuntimeTensor | null>>,
  ): Promise<Readonly<Record<string, RuntimeTensor>>>;
  close(): Promise<void>;
}

/**
 * Makes a session of ONNX Runtime for an encoded graph.
 *
 * Throws `MISSING_DEPENDENCY` when the runtime does not load or has no such device here, `RUN_FAILED` when it refuses the
 * graph.
 */
export async function openSession(model: Uint8Array, options: SessionOptions = {}): Promise<Session> {
  const { device = "cpu", threads, optimization = "all" } = options;
  const { InferenceSession } = await loadRuntime();
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(model, {
      executionProviders: [device],
      graphOptimizationLevel: optimization,
      logSeverityLevel: 3,
      ...(threads !== undefined && { intraOpNumThreads: threads }),
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (/adapter/i.test(reason)) {
      throw new MemopError("MISSING_DEPENDENCY", `device ${device}: ${reason}`, {
        hint: "use the device cpu, or install a driver for Vulkan",
        cause,
      });
    }
    throw new MemopError("RUN_FAILED", `the runtime refuses the graph: ${reason}`, { cause });
  }
  return {
    async run(inputs, results) {
      try {
        return await (results ? session.run(inputs, results) : session.run(inputs));
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new MemopError("RUN_FAILED", `the graph failed: ${reason}`, { cause });
      }
    },
    close: () => session.release(),
  };
}

/** ONNX Runtime, loaded when first needed. Throws `MISSING_DEPENDENCY` when it does not load on this machine. */
export async function loadRuntime(): Promise<typeof import("onnxruntime-node")> {
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    throw new MemopError("MISSING_DEPENDENCY", `the package onnxruntime-node does not load: ${String(cause)}`, {
      hint: "npm i onnxruntime-node@1.30.0",
      cause,
    });
  }
}
