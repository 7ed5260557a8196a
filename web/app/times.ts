const two = (part: number): string => String(part).padStart(2, "0")

/** An instant in UTC as logs write it: MM.dd.yyyy - h:mm aa (001 §9). */
export const logTime = (instant: string | number): string => {
  const at = new Date(instant)
  const hours = at.getUTCHours()
  const day = `${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())}.${at.getUTCFullYear()}`
  return `${day} - ${hours % 12 === 0 ? 12 : hours % 12}:${two(at.getUTCMinutes())} ${hours < 12 ? "AM" : "PM"}`
}
