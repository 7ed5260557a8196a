/** Terms that occur only in database errors (000 §8). */
const inside = /sql\s*exception|stored procedure|client\s*connection\s*id|connection id|error number/i

/** A server message as shown to users. Database errors are replaced (000 §8). */
export const shownText = (sentence: string): string =>
  sentence.trim() === ""
    ? "Something went wrong."
    : inside.test(sentence)
      ? "Something went wrong. Please try again later."
      : sentence
