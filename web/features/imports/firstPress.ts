/** How long a press of the import button stands for those that follow, in milliseconds (001 §9). */
const rest = 1000

/** Tells whether a press at a time (epoch milliseconds) is one of its own: there was none for a second before it. */
export const firstPress = (): ((at: number) => boolean) => {
  let pressed = Number.NEGATIVE_INFINITY
  return (at) => {
    const again = at - pressed < rest
    pressed = at
    return !again
  }
}
