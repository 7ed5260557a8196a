import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyAccount, CompanyEdit, MadeCompany, NewCompany } from "#core/acting/CompanyAccount.ts"
import { CompanyChangedMeanwhile, CompanyRefused } from "#core/acting/CompanyErrors.ts"
import {
  companyEditIssues,
  keptMaxLocks,
  newCompanyIssues,
  overridesAfter,
  recordedCompany
} from "#core/acting/companyRules.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import { CompanyNotFound, type EmailInUse } from "#core/auth/AuthErrors.ts"
import { DryRun } from "#core/auth/DryRun.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import { Tier } from "#core/companies/tiers.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"
import { emailInUse } from "../auth/emailInUse.ts"
import { OneTimeLinks } from "../auth/OneTimeLinks.ts"
import { withUid } from "../auth/resetLink.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { accountOf, type AccountRow, accountRows } from "./accountSql.ts"
import { insertCompany, nextCompanyId } from "./insertCompany.ts"
import { insertUser } from "./insertUser.ts"
import { ownerInvitation } from "./ownerInvitation.ts"

/** A company after a change; `unchanged` if it already had the requested values. */
export interface SavedCompany {
  readonly account: CompanyAccount
  readonly before: CompanyAccount
  readonly unchanged: boolean
}

/** The companies whose consoles are notified of a change: its own, and those of the user who made it. */
const companyEvents = ({ companyID: here, ownCompanyID }: LoggedInUser, companyID: CompanyId) =>
  [...new Set([here, ownCompanyID])].map(
    (listening) => [listening, { event: "updateCompany", companyIDs: [companyID] }] as const
  )

/** Companies and their subscriptions. The guard checks the access; each change is logged in the changed company. */
export class CompanyAccounts extends Context.Service<
  CompanyAccounts,
  {
    readonly show: (companyID: CompanyId) => Effect.Effect<CompanyAccount, CompanyNotFound>
    /** Other companies with the same name, regardless of case. */
    readonly namesakes: (
      company: Pick<CompanyAccount, "companyID" | "companyName">
    ) => Effect.Effect<ReadonlyArray<CompanyId>>
    /** Creates a company, and invites its first Owner by email. */
    readonly create: (user: LoggedInUser, form: NewCompany) => Effect.Effect<MadeCompany, CompanyRefused | EmailInUse>
    /** Changes the given fields. Signed-in users of the company get its new plan with their next call. */
    readonly update: (
      user: LoggedInUser,
      companyID: CompanyId,
      form: CompanyEdit
    ) => Effect.Effect<SavedCompany, CompanyRefused | CompanyNotFound | CompanyChangedMeanwhile>
  }
>()("lockdesk/server/CompanyAccounts") {
  static readonly layer = Layer.effect(
    CompanyAccounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions = yield* FacilityTransactions
      const live = yield* LiveEvents
      const links = yield* OneTimeLinks
      const mailer = yield* Mailer
      const { publicAddress } = yield* Settings
      const keyring = yield* Keyring

      const withKeys = <A, E>(effect: Effect.Effect<A, E, Keyring | SqlClient.SqlClient>): Effect.Effect<A, E> =>
        effect.pipe(Effect.provideService(Keyring, keyring), Effect.provideService(SqlClient.SqlClient, sql))

      const row = Effect.fnUntraced(function* (companyID: CompanyId) {
        const [found] = yield* accountRows(sql, sql`c.company_id = ${companyID}`)
        return found ?? (yield* new CompanyNotFound({ data: { companyID } }))
      })
      const present = (found: AccountRow) => Effect.map(Clock.currentTimeMillis, (millis) => accountOf(found, millis))

      const show = Effect.fn("CompanyAccounts.show")(
        (companyID: CompanyId) => Effect.flatMap(row(companyID), present),
        asServerFault
      )

      const namesakes = Effect.fn("CompanyAccounts.namesakes")(function* ({
        companyID,
        companyName
      }: Pick<CompanyAccount, "companyID" | "companyName">) {
        const found = yield* sql<{ readonly id: CompanyId }>`
          SELECT company_id AS id FROM companies
          WHERE lower(name) = lower(${companyName}) AND company_id <> ${companyID} ORDER BY company_id`
        return found.map(({ id }) => id)
      }, asServerFault)

      const create = Effect.fn("CompanyAccounts.create")(function* (user: LoggedInUser, form: NewCompany) {
        const issues = newCompanyIssues(form)
        if (issues.length > 0) return yield* new CompanyRefused({ data: { issues } })
        const companyID = yield* nextCompanyId(sql)
        const { subscriptionTier: tier = Tier.id.LocksOnly, paidThrough = null } = form
        const companyName = nameText(form.companyName)
        const email = nameText(form.ownerEmail)
        const there = { ...user, companyID, companyName }
        const made = yield* transactions.run(
          [companyID],
          Effect.fnUntraced(function* (at) {
            const createdAt = new Date(at)
            yield* withKeys(
              insertCompany({
                companyID,
                name: companyName,
                tier,
                paidThrough: paidThrough === null ? null : new Date(paidThrough),
                hideLockCodes: true,
                locksPerUnit: 4,
                ownMaxLocks: null,
                createdAt
              })
            )
            const userID = yield* emailInUse(
              withKeys(
                insertUser({
                  companyID,
                  email,
                  firstName: nameText(form.ownerFirstName),
                  lastName: nameText(form.ownerLastName),
                  roleID: Role.id.Owner,
                  isActive: true,
                  facilityIDs: [],
                  passwordHash: null,
                  createdAt
                })
              )
            )
            const link = withUid(`${publicAddress}/setpassword`, yield* links.create(userID, "invitation"))
            yield* mailer.send(ownerInvitation(there, { userID, email, link }))
            const record: AuditEntry = {
              ...doneBy(there),
              at,
              action: "companies.create",
              subject: `company:${companyID}`,
              detail: { companyName, subscriptionTier: tier, paidThrough, ownerEmail: email, ownerID: userID }
            }
            const value = { row: yield* Effect.orDie(row(companyID)), link }
            return { value, records: [record], events: companyEvents(user, companyID) }
          })
        )
        // The link of a dry run does not work, so don't return it.
        const invitation = (yield* DryRun) ? "" : made.link
        return { ...(yield* present(made.row)), ownerEmail: email, invitation, emailed: mailer.hasProvider }
      }, asServerFault)

      const update = Effect.fn("CompanyAccounts.update")(
        function* (user: LoggedInUser, companyID: CompanyId, form: CompanyEdit) {
          const saved = yield* transactions.run(
            [companyID],
            Effect.fnUntraced(function* (at) {
              yield* sql`SELECT FROM companies WHERE company_id = ${companyID} FOR UPDATE`
              const before = yield* row(companyID)
              const { version = before.version } = form
              const issues = companyEditIssues(form, user.ownCompanyID === companyID)
              const { companyName, featureOverrides, maxLocksPerFacility, version: _, ...plan } = form
              const limit = maxLocksPerFacility === undefined ? null : keptMaxLocks(maxLocksPerFacility)
              const after: AccountRow = {
                ...before,
                ...plan,
                companyName: companyName === undefined ? before.companyName : nameText(companyName),
                ...(limit === null ? {} : { ownMaxLocks: limit.own, maxLocksPerFacility: limit.max }),
                featureOverrides: overridesAfter(before.featureOverrides, featureOverrides)
              }
              const detail = recordedChange(recordedCompany(before), recordedCompany(after))
              if (version !== before.version && (issues.length > 0 || Object.keys(detail).length > 0)) {
                return yield* new CompanyChangedMeanwhile({ data: { companyID, updatedBy: before.updatedBy } })
              }
              if (issues.length > 0) return yield* new CompanyRefused({ data: { issues } })
              if (Object.keys(detail).length === 0) {
                return { value: { before, row: before, unchanged: true }, records: [], events: [] }
              }
              yield* sql`
                UPDATE companies SET name = ${after.companyName}, tier = ${after.subscriptionTier},
                  paid_through = ${after.paidThrough}::timestamptz, suspended = ${after.subscriptionSuspended},
                  own_max_locks = ${after.ownMaxLocks}, max_locks_per_facility = ${after.maxLocksPerFacility},
                  feature_overrides = ${JSON.stringify(after.featureOverrides)}::text::jsonb, plan_updated_by = ${user.userID}
                WHERE company_id = ${companyID}`
              const record: AuditEntry = {
                ...doneBy({ ...user, companyID }),
                at,
                action: "companies.update",
                subject: `company:${companyID}`,
                detail
              }
              const value = { before, row: yield* row(companyID), unchanged: false }
              return { value, records: [record], events: companyEvents(user, companyID) }
            })
          )
          if (!saved.unchanged) {
            // Sessions contain the plan: every process reloads them first, then every console reloads its permissions.
            yield* Effect.andThen(live.forgetSessions, live.tell(companyID, { event: "updateSettings" }))
          }
          const [account, before] = [yield* present(saved.row), yield* present(saved.before)]
          return { account, before, unchanged: saved.unchanged }
        },
        Effect.uninterruptible,
        asServerFault
      )

      return CompanyAccounts.of({ show, namesakes, create, update })
    })
  )
}
