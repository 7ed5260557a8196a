const minute = 60_000

/** A duration as a short text. `age` in milliseconds. */
export const agoText = (age: number): string => {
  const minutes = Math.floor(age / minute)
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}
