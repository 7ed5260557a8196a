/** Milliseconds for a step that has no limit of its own. */
const most = 20_000

/** Fails with the name of the step if it takes too long. */
export const inTime = async <A>(step: string, work: Promise<A>): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${step} took more than ${most / 1000} seconds`)), most)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
