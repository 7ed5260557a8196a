/** Backoff before automatic retries, in milliseconds. */
const pauses = [2_000, 4_000, 8_000, 15_000] as const

let tries = 0

/** The pause before the next retry. */
export const retryPause = (): number => pauses[Math.min(tries, pauses.length - 1)] ?? pauses[0]

/** Call after each retry. */
export const triedAgain = (): void => {
  tries += 1
}

/** Call when the server responds; the next outage starts with the shortest pause. */
export const answeredAgain = (): void => {
  tries = 0
}
