import type { FacilityId } from "#core/base/ids.ts"
import type { FacilityOption } from "#core/subdomains/facilityTransfer.ts"

type Options = ReadonlyArray<FacilityOption>

/** Toggles an option in the selection. */
export const toggled = (
  marked: ReadonlySet<FacilityId>,
  option: FacilityOption | undefined
): ReadonlySet<FacilityId> => {
  const next = new Set(marked)
  if (option !== undefined && !next.delete(option.value)) next.add(option.value)
  return next
}

/** Selects a range from its start to an index, in addition to what was selected before. */
export const ranged = (
  options: Options,
  range: { readonly from: number; readonly marked: ReadonlySet<FacilityId> },
  to: number
): ReadonlySet<FacilityId> => {
  const [from, until] = range.from < to ? [range.from, to] : [to, range.from]
  return new Set([...range.marked, ...options.slice(from, until + 1).map(({ value }) => value)])
}

/**
 * Index of a value among the current options. If it is gone: the next one that still exists, or else the previous
 * one.
 */
export const placeKept = (value: FacilityId, before: Options, places: ReadonlyMap<FacilityId, number>): number => {
  const place = places.get(value)
  if (place !== undefined) return place
  const was = before.findIndex((option) => option.value === value)
  const next = before.slice(was + 1).find((option) => places.has(option.value))
  const last = before.slice(0, Math.max(0, was)).findLast((option) => places.has(option.value))
  const kept = next ?? last
  return kept === undefined ? 0 : (places.get(kept.value) ?? 0)
}
