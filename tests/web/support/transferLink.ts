import { Effect } from "effect"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Outbox } from "#server/mail/Outbox.ts"
import { person } from "../../support/person.ts"
import type { Desk } from "./Desk.ts"

/** The path of the transfer link in a company's latest email. */
export const transferLink = async (desk: Desk, companyID: CompanyId): Promise<string> => {
  const user = person(Role.id.SuperAdmin, { companyID })
  const [mail] = await desk.server.run(
    Effect.flatMap(Outbox, (outbox) => outbox.list(user, { from: undefined, count: 1, texts: true }))
  )
  const [path] = /\/Account\/FacilityTransfer\?token=[\w-]+/.exec(mail?.body ?? "") ?? []
  if (path === undefined) throw new Error("the last mail offers no facility")
  return path
}
