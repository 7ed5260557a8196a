/** Longest task before yielding to others, in milliseconds. */
const turn = 5

/** Yields so that the page can paint and handle keys. Not a timer, because background tabs throttle timers. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Runs steps until there are no more or `wanted` returns false, and yields after each long enough stretch. */
export const inTurns = async (steps: Iterable<void>, wanted: () => boolean): Promise<void> => {
  let began = performance.now()
  for (const _ of steps) {
    if (performance.now() - began > turn) {
      await breathe()
      began = performance.now()
    }
    if (!wanted()) return
  }
}

/**
 * Iterates over rows in slices and yields between them after each long enough stretch. Yields before the first slice
 * of many rows, because parsing them has just taken a long task.
 */
export async function* inSlices<A>(rows: ReadonlyArray<A>, size: number): AsyncGenerator<ReadonlyArray<A>> {
  let began = rows.length > size ? Number.NEGATIVE_INFINITY : performance.now()
  for (let at = 0; at < rows.length; at += size) {
    if (performance.now() - began > turn) {
      await breathe()
      began = performance.now()
    }
    yield rows.slice(at, at + size)
  }
}
