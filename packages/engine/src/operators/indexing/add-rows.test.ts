import { expect, test } from "vitest";
import { encodeGraph } from "../../graph/encode-graph.ts";
import { addInput, addOutput, createGraph } from "../../graph/graph.ts";
import { loadRuntime, openSession } from "../../runtime/open-session.ts";
import { addRows } from "./add-rows.ts";

test("rows with the same index add up to the same bits on several threads: no addition is lost", async () => {
  const [table, width, count, distinct] = [64, 576, 4096, 5];
  const graph = createGraph();
  const indices = addInput(graph, "indices", "int64", [count]);
  addOutput(graph, "sums", addRows([table, width], indices, addInput(graph, "rows", "float32", [count, width])));
  const { Tensor } = await loadRuntime();
  const rows = Float32Array.from({ length: count * width }, (_, at) => Math.sin(at));
  const expected = new Float32Array(table * width);
  rows.forEach((value, at) => {
    const place = (Math.floor(at / width) % distinct) * width + (at % width);
    expected[place] = (expected[place] as number) + value;
  });
  const feeds = {
    indices: new Tensor(
      "int64",
      BigInt64Array.from({ length: count }, (_, at) => BigInt(at % distinct)),
      [count],
    ),
    rows: new Tensor("float32", rows, [count, width]),
  };
  const session = await openSession(encodeGraph(graph), { threads: 2 });
  const wrong: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const sums = (await session.run(feeds)).sums?.data as Float32Array;
    wrong.push(sums.filter((sum, at) => sum !== expected[at]).length);
  }
  expect(wrong).toEqual(wrong.map(() => 0));
  await session.close();
});
