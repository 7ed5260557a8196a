/** How long a press of the import button stands for those that follow, in milliseconds (001 §9). */
const rest = 1000

/**
 * Tells whether a press at a time (epoch milliseconds) is one of its own: there was none for a second before it, or that one was
 * about something else, such as another sheet.
 */
export const firstPress = (): ((at: number, about?: ReadonlyArray<unknown>) => boolean) => {
  let pressed = Number.NEGATIVE_INFINITY
  let before: ReadonlyArray<unknown> = []
  return (at, about = []) => {
    const again = at - pressed < rest && about.every((each, nth) => each === before[nth])
    pressed = at
    before = about
    return !again
  }
}
