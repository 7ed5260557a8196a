import { expect } from "vitest"

/** Expects something to become true; the machine may be busy. */
export const eventually = <A>(look: () => A) => expect.poll(look, { timeout: 20_000, interval: 10 })
