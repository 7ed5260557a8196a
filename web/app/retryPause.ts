/**
 * The pause before an automatic retry, in milliseconds. Short, because someone is waiting; random, because many tabs lose the server
 * at the same time and must not all come back in the same second.
 */
export const retryPause = (): number => 2_000 + Math.random() * 3_000
