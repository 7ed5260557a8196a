/** Asks the person whether what they typed may be lost. */
type Question = () => Promise<boolean>

/** What stands on the page, or in a dialog in front of it. */
type Place = "page" | "dialog"

const questions = new Map<Question, Place>()

/** Has something asked before it takes away what is typed at a place; returns how to stop. */
export const guardTyped = (ask: Question, place: Place): (() => void) => {
  questions.set(ask, place)
  return () => questions.delete(ask)
}

/** Whether something is typed that would be lost. */
export const hasTyped = (): boolean => questions.size > 0

/** Whether what is typed may be lost, asked once for all of it: at one place, or anywhere. True where nothing would be. */
export const mayLoseTyped = async (place?: Place): Promise<boolean> => {
  const asked = [...questions].filter(([, at]) => place === undefined || at === place)
  return (await asked.at(-1)?.[0]()) ?? true
}
