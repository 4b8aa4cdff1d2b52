import { InvalidArgumentError } from "commander";

/** Parses a number that lies strictly between two limits for an option. */
export function numberBetween(above: number, below: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value > above && value < below) return value;
    throw new InvalidArgumentError(`expected a number between ${above} and ${below}.`);
  };
}
