import { describe, expect, test } from "vitest";
import { loadCodeParser } from "./code-parser.ts";
import { functionAtLine } from "./function-range.ts";

/** The function around each line of a text, `-` for none, by the file's grammar. */
async function around(path: string, text: string): Promise<string[]> {
  const parser = await loadCodeParser([path]);
  const ranges = parser.definitions(text, path);
  if (ranges === null) return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((_, at) => functionAtLine(ranges, at + 1) ?? "-");
}

/** Each line is `name of the function around it| code`. */
const cases: Readonly<Record<string, readonly string[]>> = {
  "a.py": [
    "-|import os",
    "-|class A(B):",
    "-|    x = 1",
    "A.f|    @property",
    "A.f|    @other(",
    "A.f|        1)",
    "A.f|    def f(self,",
    "A.f|          a=')'):",
    "A.f|        '''",
    "A.f|def g():",
    "A.f|        '''",
    "h|        def h():",
    "h|            pass",
    "A.f|        return h",
    "-|    class C:",
    "C.f|        async def f(self): pass",
    "-|if True:",
    "g|    def g():",
    "g|        print 'python 2'",
    "-|y = [",
    "-|    1]",
  ],
  "a.js": [
    "f|export default async function f(a) {",
    "f|  return a.map((x) => {",
    "f|    return x; });",
    "f|}",
    "-|class A extends B {",
    "A.constructor|  constructor() {",
    "A.constructor|  }",
    "A.p|  #p() {}",
    "A.name|  get name() { return 1 }",
    "A.onClick|  onClick = (e) => {",
    "A.onClick|  }",
    "-|}",
    "g|const g = async () => {",
    "g|};",
    "Server.run|Server.prototype.run = function () {",
    "Server.run|};",
    "make|exports.make = () => 1;",
    "-|const o = {",
    "a|  a: () => 1,",
    "b|  b() {},",
    "-|};",
    "-|test('x', () => {",
    "-|  y();",
    "-|});",
    "items|function* items() { yield 1 }",
  ],
  "a.ts": [
    "-|export abstract class A<T> implements B {",
    "A.load|  @logged()",
    "A.load|  private async load<T>(id: string): Promise<T> {",
    "A.load|    return id as unknown as T;",
    "A.load|  }",
    "A.area|  abstract area(): number;",
    "-|  x: number = 3;",
    "-|}",
    "-|interface I {",
    "I.k|  k(): void",
    "-|}",
    "h|export const h: Handler = (r) => {",
    "h|};",
    "-|namespace N {",
    "inner|  export function inner() {}",
    "-|}",
  ],
  "a.tsx": ["App|export const App = () => {", "App|  return <div onClick={() => go()}>x</div>;", "App|};"],
  "A.java": [
    "-|package p;",
    "-|public class A<T> extends B {",
    "-|  private int x = compute(3);",
    "A.A|  @Inject",
    "A.A|  A(int x) { this.x = x; }",
    "A.of|  protected Map<String, List<Integer>> of(String a,",
    "A.of|      int b) throws E {",
    "A.of|    Runnable r = () -> { go(); };",
    "A.of|  }",
    "-|  static class C {",
    "C.g|    int g() { return 1; }",
    "-|  }",
    "-|}",
    "-|interface I { ",
    "I.h|  void h();",
    "-|}",
    "-|enum E { X;",
    "E.k|  void k() {}",
    "-|}",
  ],
  "A.cs": [
    "-|namespace N {",
    "-|public sealed class A : B {",
    "A.A|  public A(int x) { }",
    "A.Run|  [Fact]",
    "A.Run|  public async Task<int> Run(string x)",
    "A.Run|  {",
    "Local|    void Local() { }",
    "A.Run|  }",
    "A.Twice|  public int Twice(int x) => x * 2;",
    "-|  public int X { get; set; }",
    "A.operator+|  public static A operator +(A a, A b) { return a; }",
    "A.~A|  ~A() { }",
    "-|}",
    "-|}",
  ],
  "a.go": [
    "-|package m",
    "main|func main() {",
    "main|\tgo func() {",
    "main|\t}()",
    "main|}",
    "Server.Run|func (s *Server) Run(ctx context.Context) error {",
    "Server.Run|\treturn nil",
    "Server.Run|}",
    "List.Push|func (l *List[T]) Push(x T) {}",
    "-|type Server struct {",
    "-|\tx int",
    "-|}",
    "-|var f = 3",
  ],
  "a.rs": [
    "-|mod m {",
    "g|    #[inline]",
    "g|    pub fn g() {}",
    "-|}",
    "-|impl<'a, T: Into<u8>> Iterator for a::Wrapper<'a, T> {",
    "Wrapper.next|    fn next(&mut self) -> Option<u8> {",
    "Wrapper.next|        None",
    "Wrapper.next|    }",
    "-|}",
    "-|pub trait Shape {",
    "Shape.area|    fn area(&self) -> f64;",
    "-|}",
    "-|struct P { x: i32 }",
  ],
  "a.c": [
    "-|#include <x.h>",
    "foo|static struct x *",
    "foo|foo (int a)",
    "foo|{",
    "foo|#ifdef X",
    "foo|  here;",
    "foo|#endif",
    "foo|}",
    "-|int f(void);",
    "-|struct point { int x; };",
    "main|int main(void) { return 0; }",
  ],
  "a.cpp": [
    "-|namespace a {",
    "-|class S : public B {",
    "S.in|  void in() override { x; }",
    "S.~S|  ~S() {}",
    "-|  int declared();",
    "-|};",
    "-|}",
    "S.run|template <typename T>",
    "S.run|int a::S<T>::run(int p) const {",
    "S.run|  auto f = [](int x) { return x; };",
    "S.run|}",
    "operator==|bool operator==(const A& a, const A& b) { return 1; }",
    "S.S|a::S::S(int p) : p_(p) {",
    "S.S|}",
  ],
  "a.rb": [
    "-|module A::B",
    "-|  class C < D",
    "C.call|    def call(x)",
    "C.call|      x.each do |y|",
    "C.call|        y",
    "C.call|      end",
    "C.call|    end",
    "C.build|    def self.build; end",
    "C.valid?|    def valid?; end",
    "-|    attr_reader :x",
    "-|  end",
    "-|end",
  ],
  "a.php": [
    "-|<?php",
    "-|namespace N;",
    "-|abstract class A extends B {",
    "A.make|  #[Pure]",
    "A.make|  public static function make(array $x): self {",
    "A.make|    return array_map(function ($y) { return $y; }, $x);",
    "A.make|  }",
    "-|}",
    "f|function f() {}",
    "-|trait T {",
    "T.g|  function g() {}",
    "-|}",
  ],
};

test.each(Object.entries(cases))("every line of %s lies in the function that it should", async (path, lines) => {
  const code = lines.map((line) => line.slice(line.indexOf("|") + 1)).join("\n");
  const expected = lines.map((line) => line.slice(0, line.indexOf("|")));
  expect(await around(path, code)).toEqual(expected);
});

describe("nothing is known of", () => {
  test("a file whose language has no grammar", async () => {
    const parser = await loadCodeParser(["a.pyx", "a.f90"]);
    expect(parser.definitions("def f(): pass", "a.pyx")).toBeNull();
    expect(parser.definitions("x", "a.f90")).toBeNull();
  });

  test("a file whose grammar was not loaded", async () => {
    const parser = await loadCodeParser(["a.go"]);
    expect(parser.definitions("def f(): pass", "a.py")).toBeNull();
  });
});

test("a file with an error in it gives what could be read", async () => {
  expect(await around("a.py", "def f(:\n    a\n\ndef g():\n    b\n")).toContain("g");
});
