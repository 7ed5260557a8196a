import { foldText } from "#core/base/search/foldText.ts"

/** An item picked by its name. */
export interface Choice<Value extends number = number> {
  readonly value: Value
  readonly label: string
}

const folded = new WeakMap<ReadonlyArray<Choice>, ReadonlyArray<string>>()

/** Case-folded names, built once per list and not on every key press. */
const foldedOf = (choices: ReadonlyArray<Choice>): ReadonlyArray<string> => {
  const known = folded.get(choices)
  if (known !== undefined) return known
  const made = choices.map(({ label }) => foldText(label))
  folded.set(choices, made)
  return made
}

/** Choices whose name contains the text. Names that start with it come first, otherwise in list order. */
export const matchingChoices = <Value extends number>(
  choices: ReadonlyArray<Choice<Value>>,
  text: string
): ReadonlyArray<Choice<Value>> => {
  const wanted = foldText(text.trim())
  if (wanted === "") return choices
  const first: Array<Choice<Value>> = []
  const others: Array<Choice<Value>> = []
  foldedOf(choices).forEach((name, nth) => {
    const at = name.indexOf(wanted)
    if (at >= 0) (at === 0 ? first : others).push(choices[nth]!)
  })
  return [...first, ...others]
}

/** The only choice with exactly this name, ignoring case and accents. */
export const choiceCalled = <Value extends number>(
  choices: ReadonlyArray<Choice<Value>>,
  text: string
): Choice<Value> | undefined => {
  const wanted = foldText(text.trim())
  const called = choices.filter(({ label }) => foldText(label) === wanted)
  return called.length === 1 ? called[0] : undefined
}
