/** A line that begins a function or a class (or what plays a class's part: struct, trait, impl, module). */
export interface Definition {
  readonly kind: "function" | "class";
  readonly name: string;
  /** The class that the line itself names (`func (s *Server) Run`, `Server::run`); null when it names none. */
  readonly owner: string | null;
}

/** A definition at its place among some lines. */
export interface PlacedDefinition extends Definition {
  /** 0-based index of its line. */
  readonly index: number;
  /** Width of the white space before it, a tab counting 8. */
  readonly indentation: number;
}
