import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { NewSubdomain, Subdomain, SubdomainEdit } from "#core/subdomains/Subdomain.ts"
import {
  SubdomainChangedMeanwhile,
  SubdomainNotFound,
  SubdomainRefused,
  SubdomainUrlTaken
} from "#core/subdomains/SubdomainErrors.ts"
import { keptFields, subdomainIssue, type SubdomainFields, subdomainIssues } from "#core/subdomains/subdomainRules.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { makeRowChanges, type RowChange } from "../facilities/rowChanges.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { traced } from "../observability/traced.ts"
import { assignFacilities, type AssignedFacilities } from "./assignFacilities.ts"
import { giveFacilities } from "./giveFacilities.ts"
import { dropUnusedLogo } from "./logoSql.ts"
import { heldSubdomain, subdomainRows, urlTaken } from "./subdomainSql.ts"
import { unchangedTransaction, subdomainTransaction } from "./subdomainTransaction.ts"

type FormRefused = SubdomainRefused | SubdomainUrlTaken | FacilityNotFound

/** A subdomain after a change; `unchanged` if it already had the requested values. */
export interface SavedSubdomain {
  readonly subdomain: Subdomain
  readonly unchanged: boolean
}

/** A new subdomain, and the facilities it took over from another one. */
export interface AddedSubdomain extends Pick<AssignedFacilities, "moved"> {
  readonly subdomain: Subdomain
}

/** The result of editing a subdomain. */
export interface EditedSubdomain extends SavedSubdomain, Pick<AssignedFacilities, "moved"> {
  readonly before: Subdomain
}

const nothingAssigned: AssignedFacilities = { added: [], removed: [], moved: [], given: [], otherSubdomains: [] }

const refusedLogo = (message: string) => new SubdomainRefused({ data: { issues: [{ path: "logo", message }] } })

const placesText = (places: AssignedFacilities["moved"]): string =>
  places.map(({ facilityID, subdomainID }) => `${facilityID}:${subdomainID}`).join(" ")

/** Added, removed and moved facilities in the form of a record. */
const assignedDetail = ({ added, removed, moved, given }: AssignedFacilities) => ({
  ...(added.length === 0 ? {} : { added: added.join(" ") }),
  ...(removed.length === 0 ? {} : { removed: removed.join(" ") }),
  ...(moved.length === 0 ? {} : { fromSubdomains: placesText(moved) }),
  ...(given.length === 0 ? {} : { toSubdomains: placesText(given) })
})

/** A company's subdomains (002 §4, §5). The guard checks the access; `subdomainRules.ts` has the rules. */
export class Subdomains extends Context.Service<
  Subdomains,
  {
    readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<Subdomain>>
    readonly create: (user: LoggedInUser, form: NewSubdomain) => Effect.Effect<AddedSubdomain, FormRefused>
    /** Saves the form. Without a difference nothing is written or recorded. */
    readonly update: (
      user: LoggedInUser,
      form: SubdomainEdit
    ) => Effect.Effect<EditedSubdomain, FormRefused | SubdomainNotFound | SubdomainChangedMeanwhile>
    /** The normalized URL, if it is valid and free for the subdomain (null for a new one). */
    readonly checkUrl: (
      user: LoggedInUser,
      url: string,
      id: SubdomainId | null
    ) => Effect.Effect<string, SubdomainRefused | SubdomainUrlTaken>
  }
>()("lockdesk/server/Subdomains") {
  static readonly layer = Layer.effect(
    Subdomains,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions = yield* FacilityTransactions
      const changeRow = yield* makeRowChanges

      const checked = Effect.fnUntraced(function* (fields: SubdomainFields) {
        const issues = subdomainIssues(fields)
        return issues.length > 0 ? yield* new SubdomainRefused({ data: { issues } }) : keptFields(fields)
      })

      /** Reads a subdomain inside the transaction that changed it, so that dry runs can see the change. */
      const now = Effect.fnUntraced(function* (user: LoggedInUser, id: SubdomainId) {
        const [row] = yield* subdomainRows(sql, user, sql`s.subdomain_id = ${id}`)
        return row ?? (yield* Effect.die(new Error(`subdomain ${id} is gone inside its own turn`)))
      })

      const create = Effect.fn("Subdomains.create")(function* (user: LoggedInUser, form: NewSubdomain) {
        const fields = yield* checked(form)
        const { displayName, subdomainUrl } = fields
        if ((form.logo ?? "") !== "") return yield* refusedLogo("Add the subdomain first, then upload the logo.")
        return yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const made = yield* sql<{ id: SubdomainId }>`
              INSERT INTO subdomains (company_id, display_name, url, created_at)
              VALUES (${user.companyID}, ${displayName}, ${subdomainUrl}, ${at}::timestamptz)
              RETURNING subdomain_id AS id`.pipe(urlTaken(subdomainUrl))
            const { id } = insertedRow(made)
            const assigned = yield* assignFacilities(sql, user, id, form.facilityIDs ?? [])
            return subdomainTransaction<AddedSubdomain>(user, at, {
              value: { subdomain: yield* now(user, id), moved: assigned.moved },
              action: "subdomains.create",
              id,
              detail: { ...fields, ...assignedDetail(assigned) },
              facilityIDs: assigned.added,
              otherSubdomains: assigned.otherSubdomains
            })
          })
        )
      }, asServerFault)

      /** Whether a subdomain already has a form's values. */
      const isSame = (before: Subdomain, form: SubdomainEdit): boolean => {
        const { displayName, subdomainUrl } = keptFields({
          displayName: before.displayName,
          subdomainUrl: before.subdomainUrl,
          ...form
        })
        const placed = new Set(before.facilityIDs)
        const wanted = new Set(form.facilityIDs === undefined ? placed : (form.facilityIDs ?? []))
        return (
          displayName === before.displayName &&
          subdomainUrl === before.subdomainUrl &&
          (form.logo === undefined || (form.logo || null) === before.logo) &&
          placed.size === wanted.size &&
          [...wanted].every((facilityID) => placed.has(facilityID))
        )
      }

      /** The subdomain after a form. */
      const asked = Effect.fnUntraced(function* (before: Subdomain | undefined, form: SubdomainEdit) {
        const { id, version } = form
        if (before === undefined) return yield* new SubdomainNotFound({ data: { subdomain: String(id) } })
        if (version !== undefined && version !== before.version && !isSame(before, form)) {
          return yield* new SubdomainChangedMeanwhile({
            data: { id, version: before.version, updatedBy: before.updatedBy }
          })
        }
        const logo = form.logo === undefined ? before.logo : form.logo || null
        if (logo !== null && logo !== before.logo) return yield* refusedLogo("Upload the logo with upload-logo.")
        const { displayName, subdomainUrl } = before
        return { before, logo, after: yield* checked({ displayName, subdomainUrl, ...form }) }
      })

      /** A change of only the name, which involves no other row; null for any other change. */
      const rename = Effect.fnUntraced(function* (user: LoggedInUser, form: SubdomainEdit, at: string) {
        const { id } = form
        const [found] = yield* subdomainRows(sql, user, sql`s.subdomain_id = ${id}`)
        const { before, after, logo } = yield* asked(found, form)
        const placed = new Set(before.facilityIDs)
        const wanted = new Set(form.facilityIDs === undefined ? placed : (form.facilityIDs ?? []))
        const stays = placed.size === wanted.size && [...wanted].every((facilityID) => placed.has(facilityID))
        if (!stays || after.subdomainUrl !== before.subdomainUrl || logo !== before.logo) return null
        const { displayName } = after
        if (displayName === before.displayName) {
          return { kind: "same" as const, value: { subdomain: before, before, moved: [], unchanged: true } }
        }
        const { records, events } = subdomainTransaction(user, at, {
          value: null,
          action: "subdomains.update",
          id,
          detail: { ...after, fromDisplayName: before.displayName }
        })
        const [record] = records
        if (record === undefined) return null
        const change: RowChange<EditedSubdomain, Pick<Subdomain, "version">> = {
          kind: "change",
          update: sql`
            UPDATE subdomains s SET display_name = ${displayName}, version = s.version + 1,
              updated_by = ${user.userID}
            WHERE s.subdomain_id = ${id} AND s.version = ${before.version} RETURNING s.company_id, s.version`,
          record,
          value: ({ version }) => {
            const subdomain = { ...before, displayName, version, updatedBy: nameOnRecord(user) }
            return { subdomain, before, moved: [], unchanged: false }
          },
          events: events.map(([, event]) => event)
        }
        return change
      })

      const update = traced("Subdomains.update", (user: LoggedInUser, form: SubdomainEdit) => {
        const { id } = form
        const inTurn = transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const { before, after, logo } = yield* asked(yield* heldSubdomain(sql, user, id), form)
            const { displayName, subdomainUrl } = before
            const assigned =
              form.facilityIDs === undefined
                ? nothingAssigned
                : yield* giveFacilities(
                    sql,
                    user,
                    yield* assignFacilities(sql, user, id, form.facilityIDs ?? []),
                    form.givesTo ?? []
                  )
            const facilityIDs = [...assigned.added, ...assigned.removed]
            const renamed = after.displayName !== displayName
            const moved = after.subdomainUrl !== subdomainUrl
            if (!renamed && !moved && logo === before.logo && facilityIDs.length === 0) {
              return unchangedTransaction<EditedSubdomain>({ subdomain: before, before, moved: [], unchanged: true })
            }
            yield* sql`
              UPDATE subdomains SET display_name = ${after.displayName}, url = ${after.subdomainUrl}, logo = ${logo},
                version = version + 1, updated_by = ${user.userID}
              WHERE subdomain_id = ${id}`.pipe(urlTaken(after.subdomainUrl))
            if (logo !== before.logo) yield* dropUnusedLogo(sql, before.logo)
            return subdomainTransaction<EditedSubdomain>(user, at, {
              value: { subdomain: yield* now(user, id), before, moved: assigned.moved, unchanged: false },
              action: "subdomains.update",
              id,
              detail: {
                ...after,
                ...(renamed ? { fromDisplayName: displayName } : {}),
                ...(moved ? { fromSubdomainUrl: subdomainUrl } : {}),
                ...(logo === before.logo ? {} : { logo, fromLogo: before.logo }),
                ...assignedDetail(assigned)
              },
              facilityIDs,
              otherSubdomains: assigned.otherSubdomains
            })
          })
        )
        return asServerFault(changeRow(user.companyID, (at) => rename(user, form, at), inTurn))
      })

      const checkUrl = Effect.fn("Subdomains.checkUrl")(function* (
        user: LoggedInUser,
        typed: string,
        id: SubdomainId | null
      ) {
        const message = subdomainIssue("subdomainUrl", typed)
        if (message !== null) {
          return yield* new SubdomainRefused({ data: { issues: [{ path: "subdomainUrl", message }] } })
        }
        const url = typed.trim()
        const [taken] = yield* sql`
          SELECT FROM subdomains WHERE lower(url) = ${url}
            AND NOT (company_id = ${user.companyID} AND subdomain_id = ${id ?? 0})`
        return taken === undefined ? url : yield* new SubdomainUrlTaken({ data: { subdomainUrl: url } })
      }, asServerFault)

      return Subdomains.of({
        list: (user) => asServerFault(subdomainRows(sql, user, sql`true`)),
        create,
        update,
        checkUrl
      })
    })
  )
}
