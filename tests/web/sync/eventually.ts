import { expect } from "vitest"

/** Waits until an expectation holds, with a timeout for busy machines. */
export const eventually = <A>(look: () => A) => expect.poll(look, { timeout: 20_000, interval: 10 })
