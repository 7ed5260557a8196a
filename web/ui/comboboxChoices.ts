import { foldText } from "#core/base/search/foldText.ts"

/** Something that is chosen by its name. */
export interface Choice {
  readonly value: number
  readonly label: string
}

const folded = new WeakMap<ReadonlyArray<Choice>, ReadonlyArray<string>>()

/** The names as they are compared: made once for each list, not at every key. */
const foldedOf = (choices: ReadonlyArray<Choice>): ReadonlyArray<string> => {
  const known = folded.get(choices)
  if (known !== undefined) return known
  const made = choices.map(({ label }) => foldText(label))
  folded.set(choices, made)
  return made
}

/** Choices with the text in their name, those whose name begins with it first; else in the order that they have. */
export const matchingChoices = (choices: ReadonlyArray<Choice>, text: string): ReadonlyArray<Choice> => {
  const wanted = foldText(text.trim())
  if (wanted === "") return choices
  const first: Array<Choice> = []
  const others: Array<Choice> = []
  foldedOf(choices).forEach((name, nth) => {
    const at = name.indexOf(wanted)
    if (at >= 0) (at === 0 ? first : others).push(choices[nth]!)
  })
  return [...first, ...others]
}

/** The only choice that is called this as a whole, case and accents aside. */
export const choiceCalled = (choices: ReadonlyArray<Choice>, text: string): Choice | undefined => {
  const wanted = foldText(text.trim())
  const called = choices.filter(({ label }) => foldText(label) === wanted)
  return called.length === 1 ? called[0] : undefined
}
