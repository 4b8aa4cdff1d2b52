// Folding letters to plain ASCII.

const special = { ß: "ss", æ: "ae", ø: "o", œ: "oe", ł: "l" };

/** Letters without their accents: é is e, ß is ss. */
export function foldAccents(text) {
  return stripMarks(text).replace(/[ßæøœł]/g, (letter) => special[letter]);
}

function stripMarks(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
