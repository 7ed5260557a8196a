/** How long further presses of the import button count as repeats, in milliseconds (001 §9). */
const rest = 1000

/**
 * Returns a function that tells whether a press at a time (epoch milliseconds) is a new one: there was none in the
 * second before it, or the earlier one was about something else, such as another sheet.
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
