import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, SubdomainId } from "#core/base/ids.ts"
import { type LogoRefused, type LogoUnavailable, SubdomainNotFound } from "#core/subdomains/SubdomainErrors.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { dropUnusedLogo } from "./logoSql.ts"
import { makeLogo } from "./makeLogo.ts"
import type { SavedSubdomain } from "./Subdomains.ts"
import { heldSubdomain } from "./subdomainSql.ts"
import { unchangedTransaction, subdomainTransaction } from "./subdomainTransaction.ts"

/** The name of an image: the same for the same bytes of the same company, and different for other companies. */
const nameOf = (companyID: CompanyId, png: Uint8Array): string =>
  `${createHash("sha256").update(`${companyID}\n`).update(png).digest("hex").slice(0, 40)}.png`

/** Logos of subdomains. Uploaded files are never stored: only the PNG created from them. */
export class Logos extends Context.Service<
  Logos,
  {
    /** Fails before the file is read if the user's company has no such subdomain. */
    readonly begin: (user: LoggedInUser, id: SubdomainId) => Effect.Effect<void, SubdomainNotFound>
    /** Converts an image to a logo and assigns it to a subdomain. */
    readonly set: (
      user: LoggedInUser,
      id: SubdomainId,
      image: Uint8Array
    ) => Effect.Effect<SavedSubdomain, SubdomainNotFound | LogoRefused | LogoUnavailable>
    /** The bytes of a logo by file name, without access checks; null if there is none. */
    readonly read: (name: string) => Effect.Effect<Uint8Array | null>
  }
>()("lockdesk/server/Logos") {
  static readonly layer = Layer.effect(
    Logos,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions = yield* FacilityTransactions

      const begin = Effect.fn("Logos.begin")(function* ({ companyID }: LoggedInUser, id: SubdomainId) {
        const [row] = yield* sql`SELECT FROM subdomains WHERE subdomain_id = ${id} AND company_id = ${companyID}`
        if (row === undefined) return yield* new SubdomainNotFound({ data: { subdomain: String(id) } })
      }, asServerFault)

      const set = Effect.fn("Logos.set")(function* (user: LoggedInUser, id: SubdomainId, image: Uint8Array) {
        const png = yield* makeLogo(image)
        const logo = nameOf(user.companyID, png)
        return yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const before = yield* heldSubdomain(sql, user, id)
            if (before === undefined) return yield* new SubdomainNotFound({ data: { subdomain: String(id) } })
            if (before.logo === logo)
              return unchangedTransaction<SavedSubdomain>({ subdomain: before, unchanged: true })
            yield* sql`
              INSERT INTO logo_images VALUES (${logo}, ${user.companyID}, ${png}, ${at}::timestamptz)
              ON CONFLICT (name) DO NOTHING`
            yield* sql`UPDATE subdomains SET logo = ${logo}, version = version + 1, updated_by = ${user.userID}
              WHERE subdomain_id = ${id}`
            yield* dropUnusedLogo(sql, before.logo)
            const subdomain = { ...before, logo, version: before.version + 1, updatedBy: nameOnRecord(user) }
            return subdomainTransaction<SavedSubdomain>(user, at, {
              value: { subdomain, unchanged: false },
              action: "subdomains.logo",
              id,
              detail: { displayName: before.displayName, logo, fromLogo: before.logo, bytes: png.length }
            })
          })
        )
      }, asServerFault)

      const read = Effect.fn("Logos.read")(function* (name: string) {
        const [row] = yield* sql<{ bytes: Uint8Array }>`SELECT bytes FROM logo_images WHERE name = ${name}`
        return row?.bytes ?? null
      }, asServerFault)

      return Logos.of({ begin, set, read })
    })
  )
}
