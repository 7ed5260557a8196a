const hour = 3_600_000
const day = 24 * hour

/** An instant range in epoch milliseconds: `from` inclusive, `to` exclusive. */
export interface InstantRange {
  readonly from: number
  readonly to: number
}

/** The current time for relative ranges. Days start at midnight of the offset (minutes east of UTC, default 0). */
export interface Moment {
  /** Epoch milliseconds. Without it, relative ranges match nothing. */
  readonly now?: number | undefined
  readonly utcOffsetMinutes?: number | undefined
}

const nothing: InstantRange = { from: 0, to: 0 }

const spans: Readonly<Record<string, number>> = { h: hour, d: day, w: 7 * day }

/** `2026`, `2026-11` or `2026-11-20` as a range in UTC; undefined for anything else. */
const period = (text: string): InstantRange | undefined => {
  const found = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text)
  if (found === null) return undefined
  const [year, month, date] = [Number(found[1]), Number(found[2] ?? 1) - 1, Number(found[3] ?? 1)]
  const from = new Date(Date.UTC(year, month, date))
  if (from.getUTCFullYear() !== year || from.getUTCMonth() !== month) return undefined
  const to =
    found[3] !== undefined ? Date.UTC(year, month, date + 1) : Date.UTC(year, found[2] !== undefined ? month + 1 : 12)
  return { from: from.getTime(), to }
}

const compared = (operator: string, { from, to }: InstantRange): InstantRange => {
  switch (operator) {
    case ">":
      return { from: to, to: Infinity }
    case ">=":
      return { from, to: Infinity }
    case "<":
      return { from: -Infinity, to: from }
    case "<=":
      return { from: -Infinity, to }
    default:
      return { from, to }
  }
}

/**
 * Parses the value of `updated:`: `today`, `yesterday`, the last `12h`, `7d` or `2w`; a year, month or day (`2026`, `2026-11`,
 * `2026-11-20`), optionally after `>`, `>=`, `<` or `<=`; two of them joined by `..`, both inclusive.
 * @returns the range as a function of the current moment, or undefined for an invalid value
 */
export const updatedRange = (value: string): ((moment: Moment) => InstantRange) | undefined => {
  const text = value.trim().toLowerCase()
  const daysBack = text === "today" ? 0 : text === "yesterday" ? 1 : undefined
  if (daysBack !== undefined) {
    return ({ now, utcOffsetMinutes = 0 }) => {
      if (now === undefined) return nothing
      const offset = utcOffsetMinutes * 60_000
      const from = Math.floor((now + offset) / day) * day - offset - daysBack * day
      return { from, to: from + day }
    }
  }
  const last = /^(\d{1,4})([hdw])$/.exec(text)
  if (last !== null) {
    const length = Number(last[1]) * (spans[last[2]!] ?? 0)
    return ({ now }) => (now === undefined ? nothing : { from: now - length, to: Infinity })
  }
  const [, operator = "", first = "", second] = /^([<>]=?)?(\d[\d-]*)(?:\.\.(\d[\d-]*))?$/.exec(text) ?? []
  const begin = period(first)
  const end = second === undefined ? begin : operator === "" ? period(second) : undefined
  if (begin === undefined || end === undefined) return undefined
  const range = compared(operator, { from: begin.from, to: end.to })
  return ({ utcOffsetMinutes = 0 }) => ({
    from: range.from - utcOffsetMinutes * 60_000,
    to: range.to - utcOffsetMinutes * 60_000
  })
}
