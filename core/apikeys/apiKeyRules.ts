import { countText } from "#core/base/countText.ts"
import type { Access } from "#core/auth/Access.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, type AccessLevelId, Area, type AreaId, type Permissions } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { requiredWords, tooLongWords } from "#core/base/fieldWords.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { revealRefusal } from "#core/reveals/revealRules.ts"
import type { ApiKey } from "./ApiKey.ts"
import { ApiKeyTooWide } from "./ApiKeyErrors.ts"

/** Areas that no key can have: a leaked key must not be able to create another, or change who runs the company. */
const neverForKeys: ReadonlySet<AreaId> = new Set([Area.id.EditAdmins, Area.id.ApiSettings])

/** Areas that a key can have. */
export const apiKeyAreas: ReadonlyArray<AreaId> = Area.ids.filter((area) => !neverForKeys.has(area))

/** The role of the user behind a key, which decides in calls for certain roles. */
export const apiKeyRole = Role.id.Admin

/** Whether some key can have an access. */
export const isForSomeKey = (access: Access): boolean => {
  if (access.kind === "public") return true
  const areas = access.kind === "session" ? [] : [access.area, ...(access.also === undefined ? [] : [access.also])]
  const { roles } = access
  return areas.every((area) => apiKeyAreas.includes(area)) && (roles === undefined || roles.has(apiKeyRole))
}

/** The default access of a key, as in the documents. */
export const defaultKeyAreas: Permissions = {
  [Area.id.Locks]: { accessLevel: AccessLevel.id.Read },
  [Area.id.Facilities]: { accessLevel: AccessLevel.id.Read }
}

/** Longest name of a key. */
export const maxKeyName = 50

/** How many hours the old secret works after a rotation: by default, and at most. */
export const oldSecretHours = { usual: 24, most: 7 * 24 } as const

/** The warning that a rotation ends an older secret early; `until` is its planned end, in words. */
export const olderSecretEnds = (until: string): string =>
  `The older secret, which works until ${until}, stops working now.`

/** A masked secret: at most 20 asterisks (002 §2, §9). */
export const maskedSecret = (length: number): string => "*".repeat(Math.min(length, 20))

/** The state of a key in one word. `now` is in milliseconds. */
export const keyState = (
  { revokedOn, isActive, expiresOn }: Pick<ApiKey, "revokedOn" | "isActive" | "expiresOn">,
  now: number
): string => {
  if (revokedOn !== null) return "Revoked"
  if (!isActive) return "Inactive"
  return expiresOn !== null && Date.parse(expiresOn) <= now ? "Expired" : "Active"
}

/** The number of facilities a key is for, as the list shows it (002 §2). */
export const facilitiesText = ({
  allFacilities,
  facilityIds
}: {
  readonly allFacilities: boolean
  readonly facilityIds: ReadonlyArray<FacilityId>
}): string => (allFacilities ? "All" : countText(facilityIds.length))

/** The access of a key. */
export interface KeyReach {
  readonly allFacilities: boolean
  readonly facilityIds: ReadonlyArray<FacilityId>
  readonly areas: Permissions
  readonly mayReveal: boolean
}

/** The level of an area in a key's areas. */
export const keyLevel = (areas: Permissions, area: AreaId): AccessLevelId =>
  areas[String(area)]?.accessLevel ?? AccessLevel.id.None

/** The areas of a key, in words: `Locks Read, Facilities Read`. */
export const areasText = (areas: Permissions): string =>
  apiKeyAreas
    .filter((area) => keyLevel(areas, area) !== AccessLevel.id.None)
    .map((area) => `${Area.label(area)} ${AccessLevel.label(keyLevel(areas, area))}`)
    .join(", ")

/** Whether a key is for no facility, as after its only one was deleted. */
const isForNone = ({ allFacilities, facilityIds }: Pick<KeyReach, "allFacilities" | "facilityIds">): boolean =>
  !allFacilities && facilityIds.length === 0

/**
 * All problems of a requested key. `now` is in milliseconds, and `before` is the key that is edited: one without facilities may
 * stay so, because it also has to be renamed and deactivated.
 */
export const apiKeyIssues = (
  key: KeyReach & { readonly name: string; readonly expiresOn: string | null },
  now: number,
  before: Pick<KeyReach, "allFacilities" | "facilityIds"> | null
): ReadonlyArray<FieldIssue> => {
  const name = nameText(key.name)
  const issues: Array<FieldIssue> = []
  if (name === "") issues.push({ path: "name", message: requiredWords("Name") })
  if (name.length > maxKeyName) {
    issues.push({ path: "name", message: tooLongWords("Name", maxKeyName) })
  }
  if (isForNone(key) && !(before !== null && isForNone(before))) {
    issues.push({ path: "facilityIds", message: "Choose at least one facility, or all facilities." })
  }
  const wrong = Object.entries(key.areas).find(
    ([area, { accessLevel: level }]) =>
      level !== AccessLevel.id.None && !apiKeyAreas.some((each) => String(each) === area)
  )
  if (wrong !== undefined) {
    const named = Area.rows.find(({ id }) => String(id) === wrong[0])
    issues.push({ path: "areas", message: `An API key can't have access to ${named?.label ?? "an unknown area"}.` })
  }
  if (key.expiresOn !== null && !(Date.parse(key.expiresOn) > now)) {
    issues.push({ path: "expiresOn", message: "Choose a day or time in the future." })
  }
  return issues
}

/** Whether a key includes facilities that a restricted user can't see: the key is then hidden from them. */
export const beyondFacilities = (
  { facilityIDs }: Pick<LoggedInUser, "facilityIDs">,
  { allFacilities, facilityIds }: Pick<KeyReach, "allFacilities" | "facilityIds">
): boolean => {
  const own = new Set(facilityIDs)
  return own.size > 0 && (allFacilities || facilityIds.some((id) => !own.has(id)))
}

/** Why a user may not create a key with this access, change one to it, or see its secret: it has more access than they do. */
export const beyondUser = (user: LoggedInUser, reach: KeyReach): ApiKeyTooWide | null => {
  const area = apiKeyAreas.find((each) => keyLevel(reach.areas, each) > accessLevel(user, each))
  if (area !== undefined) return new ApiKeyTooWide({ data: { area, beyond: "area" } })
  if (beyondFacilities(user, reach)) {
    return new ApiKeyTooWide({ data: { area: null, beyond: "facilities" } })
  }
  return reach.mayReveal && revealRefusal(user)?._tag === "RevealDenied"
    ? new ApiKeyTooWide({ data: { area: null, beyond: "reveal" } })
    : null
}
