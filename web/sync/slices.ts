/** How long one task of the page may go on before it lets others have a turn, in milliseconds. */
const turn = 5

/** Lets the page draw and answer keys. A timer would be slowed down in a tab that is not seen. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Takes steps until there are no more or they are not `wanted`, and lets the page have a turn whenever one was long enough. */
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
 * Goes through rows in slices, and lets the page have a turn between them whenever one has been taken for long enough. Many
 * rows begin with one: whoever parsed them has just taken a long turn.
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
