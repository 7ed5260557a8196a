import { enumeration } from "#core/base/enumeration.ts"

/** Lock colors: signed ARGB integers (DECISIONS, Locks). */
export const LockColor = enumeration([
  { id: -4144960, key: "gray", label: "gray" },
  { id: -2894893, key: "silver", label: "silver" },
  { id: -256, key: "yellow", label: "yellow" },
  { id: -16776961, key: "blue", label: "blue" },
  { id: -16744448, key: "green", label: "green" },
  { id: -16777216, key: "black", label: "black" },
  { id: -65536, key: "red", label: "red" },
  { id: -23296, key: "orange", label: "orange" }
])
export type LockColorId = (typeof LockColor.ids)[number]

export const defaultLockColor: LockColorId = LockColor.id.gray

/** The color name of a code; unknown codes are gray. */
export const lockColorName = (code: number): string =>
  LockColor.isId(code) ? LockColor.label(code) : LockColor.label(defaultLockColor)
