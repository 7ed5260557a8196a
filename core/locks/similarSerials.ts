const digits = "0123456789"

/** The 8-digit serial codes that differ by one swap of adjacent digits or by one digit; swaps first. */
export const similarSerials = (serialCode: string): ReadonlyArray<string> => {
  const places = Array.from(serialCode, (_, at) => at)
  const swapped = places.slice(1).map((at) => {
    const [before, after] = [serialCode.slice(0, at - 1), serialCode.slice(at + 1)]
    return `${before}${serialCode[at]}${serialCode[at - 1]}${after}`
  })
  const changed = places.flatMap((at) =>
    Array.from(digits, (digit) => `${serialCode.slice(0, at)}${digit}${serialCode.slice(at + 1)}`)
  )
  return [...new Set([...swapped, ...changed])].filter((similar) => similar !== serialCode)
}
