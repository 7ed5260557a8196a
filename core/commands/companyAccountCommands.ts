import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { ChangedCompany, CompanyEdit, NewCompany } from "#core/acting/CompanyAccount.ts"
import { companyBack, paidThroughOf } from "#core/acting/companyRules.ts"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { Feature, FeatureAccess, type FeatureAccessId } from "#core/companies/features.ts"
import { plansForSale, Tier, type TierId } from "#core/companies/tiers.ts"
import { command, type InputField } from "./Command.ts"
import { companyFormCommands } from "./companyFormCommands.ts"
import { textField, typedAs } from "./fields.ts"
import { companyDone } from "./thingDone.ts"
import { wrongChoice } from "./wrongChoice.ts"

const touches = ["companies", "session", "audit"] as const

const accountField = {
  schema: CompanyId,
  label: "Company",
  description: "A company by name or id",
  positional: true,
  picks: "company"
} as const satisfies InputField<number>

const planForSale = (text: string): TierId | undefined => {
  const tier = Tier.parse(text)
  return plansForSale.find(({ id }) => id === tier)?.id
}

const tierField = {
  schema: typedAs<TierId>(Schema.Literals(plansForSale.map(({ id }) => id)), planForSale, Tier.label),
  label: "Tier",
  description: "The plan, by name",
  choices: plansForSale.map(({ label }) => label),
  optional: true
} as const satisfies InputField<TierId>

/** A day (including its last second) or an instant; `none` for no subscription. */
const PaidThrough = Schema.String.pipe(
  Schema.decodeTo(
    Schema.NullOr(Instant),
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        if (text.trim().toLowerCase() === "none") return Effect.succeed(null)
        const instant = paidThroughOf(text)
        const message = "Expected a day such as 2027-12-31, or none for no subscription"
        return instant === null
          ? Effect.fail(new SchemaIssue.InvalidValue({ message }, text, options))
          : Effect.succeed(instant)
      },
      encode: (instant) => Effect.succeed(instant ?? "none")
    })
  )
)

const paidThroughField = {
  schema: PaidThrough,
  label: "Paid through",
  description: "The last paid day, such as 2027-12-31, or none for no subscription. Every subscription has an end",
  optional: true
} as const satisfies InputField<string | null>

/** `Reports=On,Subdomains=plan`. */
const FeatureChoices = Schema.String.check(Schema.makeFilter((text: string) => whatIsWrong(text) ?? true))

/** Each choice of the text: a feature and its access. `plan` becomes null, the plan's own access. */
const choicesIn = (text: string) =>
  text.split(",").map((pair) => {
    const [name = "", access = ""] = pair.split("=").map((part) => part.trim())
    const level = access.toLowerCase() === "plan" ? null : FeatureAccess.parse(access)
    return { name, access, feature: Feature.parse(name), level }
  })

const labelsOf = ({ rows }: { readonly rows: ReadonlyArray<{ readonly label: string }> }) =>
  rows.map(({ label }) => label)

const accessWords = [...labelsOf(FeatureAccess), "plan"]

/** What is wrong with the choices, the first thing only; undefined if nothing is. */
const whatIsWrong = (text: string): string | undefined => {
  const choices = choicesIn(text)
  const wrong = choices.find(({ feature, level }) => feature === undefined || level === undefined)
  if (wrong === undefined) {
    const twice = choices.find(({ feature }, nth) => choices.findIndex((each) => each.feature === feature) !== nth)
    return twice === undefined ? undefined : `${twice.name} is there twice. Name each feature once.`
  }
  const { error, next } =
    wrong.feature === undefined
      ? wrongChoice("A feature", wrong.name, labelsOf(Feature))
      : wrongChoice(wrong.name, wrong.access, accessWords)
  return `${error} ${next}`
}

/** Access by feature id. */
const featuresOf = (text: string): Readonly<Record<string, FeatureAccessId | null>> =>
  Object.fromEntries(choicesIn(text).map(({ feature, level = null }) => [String(feature), level]))

/** `plan`, `unlimited` or a number. */
const MaxLocksText = Schema.String.check(
  Schema.isPattern(/^(plan|unlimited|[1-9]\d{0,6})$/, { message: "Expected plan, unlimited or a number of locks" })
)

/** Creates a company from its form. */
export const addCompany = (payload: NewCompany) =>
  withClient((client) => client.companies.create({ query: {}, payload }))

/** Updates a company from its form. */
export const changeCompany = (id: CompanyId, payload: CompanyEdit) =>
  withClient((client) => client.companies.update({ params: { id }, query: {}, payload }))

/** The call that undoes a change of a company; null if nothing was changed. */
export const takeBackCompany = ({ before, data, unchanged }: ChangedCompany) =>
  unchanged === true ? null : changeCompany(data.companyID, companyBack(before, data))

const undone = {
  undo: "locks.undo",
  back: (_: unknown, answer: ChangedCompany) => takeBackCompany(answer)
} as const

export const showCompany = command({
  id: "companies.show",
  title: "Show a company",
  section: "Session",
  keywords: ["customer", "plan", "tier", "subscription", "features"],
  input: { account: accountField },
  risk: "reads",
  terminal: { path: ["companies", "show"], examples: ["lockdesk companies show maple"] },
  does: {
    call: "companies.account",
    run: ({ account: id }) => withClient((client) => client.companies.account({ params: { id }, query: {} }))
  }
})

export const createCompany = command({
  id: "companies.create",
  title: "Add a company",
  section: "Session",
  keywords: ["new", "customer", "owner", "invite"],
  input: {
    companyName: textField({ label: "Company name", description: "What it is called", positional: true }),
    ownerEmail: textField({ label: "Owner email", description: "The person to invite as its first Owner" }),
    ownerFirstName: textField({ label: "Owner first name", description: "The Owner's first name" }),
    ownerLastName: textField({ label: "Owner last name", description: "The Owner's last name" }),
    tier: tierField,
    paidThrough: paidThroughField
  },
  risk: "changes",
  touches,
  terminal: {
    path: ["companies", "create"],
    examples: [
      "lockdesk companies create 'Birch Storage' --owner-email owner@birch.example.com --owner-first-name Bo --owner-last-name Birch --tier Plus --paid-through 2099-12-31"
    ]
  },
  does: {
    call: "companies.create",
    run: ({ tier, paidThrough, ...form }) =>
      addCompany({
        ...form,
        ...(tier === undefined ? {} : { subscriptionTier: tier }),
        ...(paidThrough === undefined ? {} : { paidThrough })
      })
  }
})

export const editCompany = command({
  id: "companies.edit",
  title: "Change the plan of a company",
  section: "Session",
  keywords: ["tier", "subscription", "paid through", "limit", "features", "rename"],
  input: {
    account: accountField,
    name: textField({ label: "Company name", description: "Another name", optional: true }),
    tier: tierField,
    paidThrough: paidThroughField,
    maxLocks: {
      schema: MaxLocksText,
      label: "Max locks",
      description: "Maximum locks per facility: plan, unlimited or a number",
      optional: true
    },
    features: {
      schema: FeatureChoices,
      label: "Features",
      description: "Features that differ from the plan: Reports=On,Subdomains=plan",
      listOf: labelsOf(Feature).flatMap((feature) => accessWords.map((access) => `${feature}=${access}`)),
      optional: true
    }
  },
  risk: "changes",
  touches,
  ...undone,
  terminal: {
    path: ["companies", "edit"],
    examples: [
      "lockdesk companies edit maple --tier Premium --paid-through 2099-12-31",
      "lockdesk companies edit maple --max-locks plan --features Reports=On,Subdomains=plan"
    ]
  },
  done: companyDone("was changed"),
  does: {
    call: "companies.update",
    run: ({ account, name, tier, paidThrough, maxLocks, features }) =>
      changeCompany(account, {
        ...(name === undefined ? {} : { companyName: name }),
        ...(tier === undefined ? {} : { subscriptionTier: tier }),
        ...(paidThrough === undefined ? {} : { paidThrough }),
        ...(maxLocks === undefined
          ? {}
          : { maxLocksPerFacility: maxLocks === "plan" || maxLocks === "unlimited" ? maxLocks : Number(maxLocks) }),
        ...(features === undefined ? {} : { featureOverrides: featuresOf(features) })
      })
  }
})

export const suspendCompany = command({
  id: "companies.suspend",
  title: "Suspend the subscription of a company",
  section: "Session",
  keywords: ["stop", "plan", "lapse"],
  input: { account: accountField },
  risk: "dangerous",
  touches,
  ...undone,
  terminal: { path: ["companies", "suspend"], examples: ["lockdesk companies suspend maple --yes"] },
  done: companyDone("is suspended"),
  unchanged: "Unchanged: already suspended.",
  does: { call: "companies.update", run: ({ account }) => changeCompany(account, { subscriptionSuspended: true }) }
})

export const resumeCompany = command({
  id: "companies.resume",
  title: "Resume the subscription of a company",
  section: "Session",
  keywords: ["continue", "plan", "unsuspend"],
  input: { account: accountField },
  risk: "changes",
  touches,
  ...undone,
  terminal: { path: ["companies", "resume"], examples: ["lockdesk companies resume maple"] },
  // Not "is active": it can have lapsed.
  done: companyDone("is no longer suspended"),
  unchanged: "Unchanged: it isn't suspended. If it has lapsed, set a later paid-through date.",
  does: { call: "companies.update", run: ({ account }) => changeCompany(account, { subscriptionSuspended: false }) }
})

export const companyAccountCommands = [
  showCompany,
  createCompany,
  editCompany,
  suspendCompany,
  resumeCompany,
  ...companyFormCommands
] as const
