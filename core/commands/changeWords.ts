import { Schema } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { minuteText } from "#core/base/minuteText.ts"
import { facilityNamed } from "#core/facilities/facilityNamed.ts"
import { fieldLabels } from "#core/base/fieldLabels.ts"
import { inventoryName } from "#core/activation/activationRules.ts"
import { releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { FactWords } from "#core/audit/changedFacts.ts"
import { Area } from "#core/auth/permissions.ts"
import { Feature, FeatureAccess, type FeatureAccessId, featureName } from "#core/companies/features.ts"
import { planName, Tier } from "#core/companies/tiers.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { settingFactWords } from "#core/settings/settingFacts.ts"
import { subdomainLabels } from "#core/subdomains/subdomainRules.ts"
import { webhookEvents } from "#core/webhooks/webhookEvents.ts"
import { type ChangeNames, facilityFactWords } from "./changeNames.ts"

interface Words {
  readonly label: string
  readonly shown: (value: unknown) => string
}

const text = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "none" : String(value)
const words = (label: string, shown: Words["shown"] = text): Words => ({ label, shown })
const yesNo = (label: string): Words => words(label, (value) => (value === true ? "yes" : "no"))

/** Formats a day, or a minute in UTC; `otherwise` replaces an empty value. */
const time = (label: string, otherwise: string): Words =>
  words(label, (value) => {
    if (typeof value !== "string") return otherwise
    return value.endsWith("T23:59:59.000Z") ? value.slice(0, 10) : minuteText(value)
  })

const statusText: Words["shown"] = (value) =>
  typeof value === "number" && LockStatus.isId(value) ? LockStatus.label(value) : text(value)

const featuresText: Words["shown"] = (value) => {
  const own = Object.entries(JSON.parse(String(value ?? "{}")) as Readonly<Record<string, FeatureAccessId>>)
  const named = own.flatMap(([id, access]) =>
    Feature.ids
      .filter((each) => String(each) === id)
      .map((each) => `${featureName(each)} ${FeatureAccess.label(access)}`)
  )
  return named.length === 0 ? "none" : named.join(", ")
}

const eventsText: Words["shown"] = (value) =>
  webhookEvents
    .filter(({ type }) => String(value).split(" ").includes(type))
    .map(({ label }) => label)
    .join(", ")

/** The label of each record field, as on the screen that edits it, and how its values are shown. */
const fieldWords: Readonly<Record<string, Words>> = {
  firstName: words(fieldLabels.firstName),
  lastName: words(fieldLabels.lastName),
  email: words(fieldLabels.email),
  role: words(fieldLabels.role),
  isActive: yesNo("Active"),
  name: words("Name"),
  allFacilities: yesNo("All facilities"),
  areas: words("Access"),
  mayReveal: yesNo(fieldLabels.mayReveal),
  expiresOn: time(fieldLabels.expiresOn, "none"),
  url: words("URL"),
  events: words("Events", eventsText),
  displayName: words(subdomainLabels.displayName),
  subdomainUrl: words(subdomainLabels.subdomainUrl),
  logo: words("Logo", (value) => (value === null ? "none" : "uploaded")),
  companyName: words(fieldLabels.companyName),
  subscriptionTier: words("Plan", (value) =>
    typeof value === "number" && Tier.isId(value) ? planName(value) : text(value)
  ),
  paidThrough: time(fieldLabels.paidThrough, "none"),
  subscriptionSuspended: yesNo("Suspended"),
  maxLocksPerFacility: words(fieldLabels.maxLocksPerFacility, (value) => (value === null ? "unlimited" : text(value))),
  ownMaxLocks: words("Locks per facility set", (value) => (value === true ? "by a number of its own" : "by plan")),
  featureOverrides: words("Features", featuresText),
  facilityName: words("Facility name"),
  includedInAPI: yesNo("Included in API"),
  status: words("Status", statusText),
  unit: words("Unit"),
  color: words("Color", (value) => (typeof value === "number" ? lockColorName(value) : text(value))),
  ...Object.fromEntries(releaseKinds.map((kind) => [releases[kind].field, words(releases[kind].label, statusText)])),
  ...Object.fromEntries(Area.rows.map(({ key, label }) => [key, words(label)]))
}

const capital = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

/** Describes the facts of a record with the screens' labels and facility names. */
export const screenWords =
  (action: string, names: ChangeNames): FactWords =>
  (name) => {
    if (action === "settings.update") return settingFactWords(name)
    const ofFacilities = facilityFactWords(names)(name)
    if (ofFacilities !== null) return { ...ofFacilities, label: capital(ofFacilities.label) }
    if (name === "facilityID") {
      return words("Facility", (id) =>
        Schema.is(FacilityId)(id) ? facilityNamed(names.facilities, id) : inventoryName
      )
    }
    return Object.hasOwn(fieldWords, name) ? (fieldWords[name] ?? null) : null
  }
