import type { ApiKeyEdit, NewApiKey } from "#core/apikeys/ApiKey.ts"
import { expiryOf } from "#core/apikeys/keyDays.ts"
import type { KeyReach } from "#core/apikeys/apiKeyRules.ts"
import { recordedKey } from "#core/apikeys/recordedKey.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import { AccessLevel, type AccessLevelId, type Permissions } from "#core/auth/permissions.ts"
import { nameText } from "#core/base/nameText.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"

/** Everything a key's form sets. */
export interface KeyFacts extends KeyReach {
  readonly name: string
  readonly isActive: boolean
  readonly expiresOn: string | null
}

/** A key after its form; missing fields come from `otherwise`, and days are those of the company's zone. A key for all facilities lists none. */
export const factsOf = (
  form: Omit<NewApiKey, "id"> | ApiKeyEdit,
  otherwise: Pick<KeyFacts, "areas" | "mayReveal" | "expiresOn">,
  zone: string
): KeyFacts => ({
  name: nameText(form.name),
  allFacilities: form.allFacilities,
  facilityIds: form.allFacilities ? [] : [...new Set(form.facilityIds)].toSorted((a, b) => a - b),
  isActive: form.isActive,
  areas: form.areas ?? otherwise.areas,
  mayReveal: form.mayReveal ?? otherwise.mayReveal,
  expiresOn: form.expiresOn === undefined ? otherwise.expiresOn : expiryOf(zone, form.expiresOn)
})

/** Converts areas to the stored format, which leaves out None. */
export const levelsOf = (areas: Permissions): Readonly<Record<string, AccessLevelId>> =>
  Object.fromEntries(
    Object.entries(areas)
      .filter(([, { accessLevel }]) => accessLevel !== AccessLevel.id.None)
      .map(([area, { accessLevel }]) => [area, accessLevel])
  )

/** The change in an audit record: each changed fact with its previous value; for a new key (null before) all facts. */
export const changesOf = (before: KeyFacts | null, after: KeyFacts): NonNullable<AuditEntry["detail"]> =>
  before === null ? recordedKey(after) : recordedChange(recordedKey(before), recordedKey(after))
