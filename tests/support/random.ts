const { LOCKDESK_SEED, LOCKDESK_TRIALS } = process.env

/**
 * The seed of this run. `npm test` always uses the same one, so that a failure comes from the tested change; `npm run trials`
 * draws a new one, and `LOCKDESK_SEED` repeats one. It is in the title of every test that uses it.
 */
export const seed = Number(
  LOCKDESK_SEED ?? (LOCKDESK_TRIALS === undefined ? 1513 : Math.floor(Math.random() * 2 ** 31))
)

/** Integers from 0 to below `limit`, the same for the same seed (mulberry32). */
export const randomFrom = (start: number): ((limit: number) => number) => {
  let state = start >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
