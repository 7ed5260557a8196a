const letter = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]`

/** A phrase in a right-to-left script: its letters, and the digits and parentheses that belong to it. */
const rightToLeft = new RegExp(
  String.raw`(${letter}(?:[\s\-/'"&]*(?:${letter}|[\p{M}\p{N}]|\((?:${letter}|[\p{M}\p{N}\s])+\)))*)`,
  "u"
)

/**
 * A sentence with names in it. Each name in a right-to-left script is isolated. Otherwise browsers move what follows it, such as a
 * number or another name, to its other side.
 */
export const Sentence = ({ text }: { readonly text: string }) =>
  // `split` returns what matched at the odd places.
  text.split(rightToLeft).map((part, at) => (at % 2 === 1 ? <bdi key={at}>{part}</bdi> : part))
