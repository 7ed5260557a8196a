/** The seed of this run: `LOCKDESK_SEED` to run one again, else a new one. It is in the name of every test that uses it. */
export const seed = Number(process.env["LOCKDESK_SEED"] ?? Math.floor(Math.random() * 2 ** 31))

/** Whole numbers from 0 to below `limit`, the same ones for the same seed (mulberry32). */
export const randomFrom = (start: number): ((limit: number) => number) => {
  let state = start >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
