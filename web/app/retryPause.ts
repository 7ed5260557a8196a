/** How long until the server is tried again by itself, in milliseconds, longer each time. */
const pauses = [2_000, 4_000, 8_000, 15_000] as const

let tries = 0

/** The pause before the next try. */
export const retryPause = (): number => pauses[Math.min(tries, pauses.length - 1)] ?? pauses[0]

/** The server was tried once more. */
export const triedAgain = (): void => {
  tries += 1
}

/** The server has answered: the next time it is away begins with the shortest pause. */
export const answeredAgain = (): void => {
  tries = 0
}
