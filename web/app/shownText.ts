/** Words that only the inside of a database says (000 §8). */
const inside = /sql\s*exception|stored procedure|client\s*connection\s*id|connection id|error number/i

/** A server's sentence as a person may read it: one that tells of the inside of a database is replaced (000 §8). */
export const shownText = (sentence: string): string =>
  sentence.trim() === ""
    ? "Something went wrong."
    : inside.test(sentence)
      ? "Something went wrong. Please try again later."
      : sentence
