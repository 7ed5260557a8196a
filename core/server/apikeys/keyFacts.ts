import type { ApiKeyEdit, NewApiKey } from "#core/apikeys/ApiKey.ts"
import type { KeyReach } from "#core/apikeys/apiKeyRules.ts"
import { recordedKey } from "#core/apikeys/recordedKey.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import { AccessLevel, type AccessLevelId, type Permissions } from "#core/auth/permissions.ts"
import { nameText } from "#core/base/nameText.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"

/** Everything of a key that its form decides. */
export interface KeyFacts extends KeyReach {
  readonly name: string
  readonly isActive: boolean
  readonly expiresOn: string | null
}

/** A key as its form makes it; what the form leaves out is `otherwise`. A key for all facilities names none. */
export const factsOf = (
  form: Omit<NewApiKey, "id"> | ApiKeyEdit,
  otherwise: Pick<KeyFacts, "areas" | "mayReveal" | "expiresOn">
): KeyFacts => ({
  name: nameText(form.name),
  allFacilities: form.allFacilities,
  facilityIds: form.allFacilities ? [] : [...new Set(form.facilityIds)].toSorted((a, b) => a - b),
  isActive: form.isActive,
  areas: form.areas ?? otherwise.areas,
  mayReveal: form.mayReveal ?? otherwise.mayReveal,
  expiresOn: form.expiresOn === undefined ? otherwise.expiresOn : form.expiresOn
})

/** The areas of a key as they are kept: what is None is left out. */
export const levelsOf = (areas: Permissions): Readonly<Record<string, AccessLevelId>> =>
  Object.fromEntries(
    Object.entries(areas)
      .filter(([, { accessLevel }]) => accessLevel !== AccessLevel.id.None)
      .map(([area, { accessLevel }]) => [area, accessLevel])
  )

/** What a record says of a change: each fact that is another now, and what it was before; of a new key (null) all of them. */
export const changesOf = (before: KeyFacts | null, after: KeyFacts): NonNullable<AuditEntry["detail"]> =>
  before === null ? recordedKey(after) : recordedChange(recordedKey(before), recordedKey(after))
