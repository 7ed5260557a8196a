import { Effect, Schema } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import { companyFactsBack, recordedCompany } from "#core/acting/companyRules.ts"
import { recordedKey } from "#core/apikeys/recordedKey.ts"
import { type ChangedFact, changedFacts, changeText, type Facts } from "#core/audit/changedFacts.ts"
import type { undoableCompanyActions } from "#core/audit/undoableActions.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, idIn, idsIn, UserId, WebhookId } from "#core/base/ids.ts"
import { levelIn, recordedLevels } from "#core/roles/RolePermissions.ts"
import type { SettingsChange } from "#core/settings/CompanySettings.ts"
import { settingFactWords } from "#core/settings/settingFacts.ts"
import { changeTo, pickedFields } from "#core/settings/settingsRules.ts"
import { apiStateFor } from "#core/facilities/apiChangeWords.ts"
import { recordedFacilities, recordedUser } from "#core/team/recordedUser.ts"
import { updateApiKey } from "./apiKeyCommands.ts"
import { apiKeyFields } from "./apiKeyFields.ts"
import { type ChangeNames, facilityFactWords, subdomainChangeText } from "./changeNames.ts"
import { screenWords } from "./changeWords.ts"
import { changeCompany } from "./companyAccountCommands.ts"
import { setLevels } from "./roleCommands.ts"
import { changeSettings } from "./settingsCommands.ts"
import { changedPlaces, subdomainThing } from "./subdomainThing.ts"
import { updateUser } from "./userCommands.ts"
import { changeWebhook, eventsOf } from "./webhookCommands.ts"

/** The current state of a thing, in the fields of its audit records, and the call that sets other values. */
export interface Thing {
  readonly now: Facts
  readonly give: (facts: Facts) => Effect.Effect<unknown, unknown, ApiClient>
}

/** The subject and facts of a record. */
export interface Changed {
  readonly subject: string
  readonly facts: Facts
}

/** How to undo one kind of change: which facts a record changed, and the thing itself (null if it was deleted). */
interface ChangeKind {
  readonly changed?: (facts: Facts) => ReadonlyArray<ChangedFact>
  /** Formats the facts, if names and values alone are not enough. */
  readonly text?: (changed: ReadonlyArray<ChangedFact>, names: ChangeNames) => string
  readonly find: (changed: Changed) => Effect.Effect<Thing | null, unknown, ApiClient>
}

/** The ID in a subject, such as `user:12`; null in any other subject. */
const idOf = <Id extends number>(schema: Schema.Decoder<Id>, subject: string): Id | null =>
  idIn(schema, subject.split(":")[1] ?? "")

const withFacilities: ChangeKind["text"] = (changed, names) => changeText(changed, facilityFactWords(names))

const user: ChangeKind = {
  text: withFacilities,
  find: Effect.fnUntraced(function* ({ subject }) {
    const { data } = yield* withClient((client) => client.users.list({ query: {} }))
    const found = data.find(({ userID }) => userID === idOf(UserId, subject))
    if (found === undefined) return null
    const { userID, version } = found
    return {
      now: recordedUser({ ...found, isActive: found.status }),
      give: ({ role, facilities, ...facts }) =>
        updateUser({
          ...facts,
          userID,
          version,
          ...(role === undefined ? {} : { roleID: Role.parse(String(role)) ?? 0 }),
          ...(facilities === undefined ? {} : recordedFacilities(String(facilities)))
        })
    }
  })
}

const role: ChangeKind = {
  find: Effect.fnUntraced(function* ({ subject }) {
    const { data } = yield* withClient((client) => client.roles.list({ query: {} }))
    const found = data.find(({ roleName }) => roleName === subject)
    if (found === undefined) return null
    const { roleID, levels } = found
    return {
      now: recordedLevels(levels),
      give: (facts) =>
        setLevels(
          roleID,
          Area.rows.flatMap(({ id: area, key }) => {
            const level = AccessLevel.parse(String(facts[key]))
            return level === undefined ? [] : [{ area, level, was: levelIn(levels, area) }]
          })
        )
    }
  })
}

const setting: ChangeKind = {
  text: (changed) => changeText(changed, settingFactWords),
  find: Effect.fnUntraced(function* () {
    const { data } = yield* withClient((client) => client.settings.profile({ query: {} }))
    const now = changeTo(data)
    const fields = Object.keys(now) as ReadonlyArray<keyof SettingsChange>
    return {
      now,
      give: (facts) => {
        const change = pickedFields(facts, fields)
        return changeSettings(change, pickedFields(now, Object.keys(change) as ReadonlyArray<keyof SettingsChange>))
      }
    }
  })
}

const apiKey: ChangeKind = {
  text: withFacilities,
  find: Effect.fnUntraced(function* ({ subject }) {
    const { data } = yield* withClient((client) => client.apiKeys.list({ query: {} }))
    const found = data.find(({ key }) => key === subject)
    if (found === undefined) return null
    const { id, version, name, isActive, allFacilities, facilityIds } = found
    return {
      now: recordedKey(found),
      give: Effect.fnUntraced(function* ({ areas, facilityIds: ids, ...facts }: Facts) {
        const given = areas === undefined ? {} : { areas: yield* decodeAreas(areas) }
        const text = ids === undefined ? null : String(ids)
        return yield* updateApiKey({
          id,
          version,
          name,
          isActive,
          allFacilities,
          facilityIds: text === null ? facilityIds : idsIn(FacilityId, text),
          ...facts,
          ...given
        })
      })
    }
  })
}

const decodeAreas = Schema.decodeUnknownEffect(apiKeyFields.areas.schema)

const webhook: ChangeKind = {
  find: Effect.fnUntraced(function* ({ subject }) {
    const { data } = yield* withClient((client) => client.webhooks.list({ query: {} }))
    const found = data.find(({ id }) => id === idOf(WebhookId, subject))
    if (found === undefined) return null
    const { id, version, url, events, isActive } = found
    return {
      now: { url, events: events.join(" "), isActive },
      give: ({ events: texts, ...facts }) =>
        changeWebhook(id, {
          ...facts,
          version,
          ...(texts === undefined ? {} : { events: eventsOf(String(texts).replaceAll(" ", ",")) })
        })
    }
  })
}

const company: ChangeKind = {
  find: Effect.fnUntraced(function* ({ subject }) {
    const id = idOf(CompanyId, subject)
    if (id === null) return null
    const { data } = yield* withClient((client) => client.companies.account({ params: { id }, query: {} }))
    return { now: recordedCompany(data), give: (facts) => changeCompany(id, companyFactsBack(data, facts)) }
  })
}

const facilityApi: ChangeKind = {
  find: Effect.fnUntraced(function* ({ subject }) {
    const { data } = yield* withClient((client) => client.facilities.list({ query: {} }))
    const found = data.find(({ facilityID }) => facilityID === idOf(FacilityId, subject))
    if (found === undefined) return null
    const { facilityID, includedInAPI } = found
    return {
      now: { includedInAPI },
      give: (facts) =>
        withClient((client) =>
          client.facilities.toggleApi({ query: { facilityID, state: apiStateFor(facts["includedInAPI"] === true) } })
        )
    }
  })
}

/** The company actions that are undone from their audit record, each by the call that makes that kind of change. */
const changeKinds: Readonly<Record<(typeof undoableCompanyActions)[number], ChangeKind>> = {
  "users.update": user,
  "roles.update": role,
  "settings.update": setting,
  "apikeys.update": apiKey,
  "webhooks.update": webhook,
  "companies.update": company,
  "subdomains.update": { changed: changedPlaces, text: subdomainChangeText, find: subdomainThing },
  "facilities.api": facilityApi
}

/** How to undo an action; undefined if it can't be undone, or if the server does it. */
export const changeKindOf = (action: string): ChangeKind | undefined =>
  Object.hasOwn(changeKinds, action) ? changeKinds[action as keyof typeof changeKinds] : undefined

/** The changes in a record of a kind. */
export const changesOf = (kind: ChangeKind | undefined, facts: Facts): ReadonlyArray<ChangedFact> =>
  (kind?.changed ?? changedFacts)(facts)

/** Describes the changes of a record. */
export const describeChange = (kind: ChangeKind | undefined, changed: ReadonlyArray<ChangedFact>, names: ChangeNames) =>
  kind?.text === undefined ? changeText(changed) : kind.text(changed, names)

/** Describes the changes of a record with the labels and values of the screens. */
export const describeChangeOnScreens = (
  action: string,
  changed: ReadonlyArray<ChangedFact>,
  names: ChangeNames
): string => subdomainChangeText(changed, names, screenWords(action, names))
