/** Asks the user whether to discard what they typed. */
type Question = () => Promise<boolean>

/** On the page, or in a dialog in front of it. */
type Place = "page" | "dialog"

const questions = new Map<Question, Place>()

/**
 * Registers a question to ask before input at a place is discarded. Returns a function that unregisters it, and returns whether it
 * was registered: after a yes it isn't.
 */
export const guardTyped = (ask: Question, place: Place): (() => boolean) => {
  questions.set(ask, place)
  return () => questions.delete(ask)
}

/** Whether there is unsaved input. */
export const hasTyped = (): boolean => questions.size > 0

/** Stops asking: the user agreed to discard the input, and it is being discarded. */
export const forgetTyped = (): void => questions.clear()

/** Asks once whether all unsaved input may be discarded because the user leaves the screen. After a yes nothing asks again. */
export const mayLeave = async (): Promise<boolean> => {
  const may = await mayLoseTyped()
  if (may) forgetTyped()
  return may
}

/** Asks once whether all unsaved input at a place, or anywhere, may be discarded. Resolves to true if there is none. */
export const mayLoseTyped = async (place?: Place): Promise<boolean> => {
  const asked = [...questions].filter(([, at]) => place === undefined || at === place)
  return (await asked.at(-1)?.[0]()) ?? true
}

let askAboutDrafts: Question = async () => true

/** Sets the question to ask before drafts are discarded. It resolves to true if there are none. */
export const guardDrafts = (ask: Question): void => {
  askAboutDrafts = ask
}

/** Asks once whether all unsaved input and all drafts may be discarded, because the user signs out. */
export const mayLoseAll = (): Promise<boolean> => (hasTyped() ? mayLeave() : askAboutDrafts())
