import { Effect } from "effect"
import { Role } from "#core/auth/roles.ts"
import { Outbox } from "#server/mail/Outbox.ts"
import { person } from "../../support/person.ts"
import type { Desk } from "./Desk.ts"

/** The address in the last mail of a company, which offers a facility: without its host. */
export const transferLink = async (desk: Desk, companyID: number): Promise<string> => {
  const user = person(Role.id.SuperAdmin, { companyID })
  const [mail] = await desk.server.run(
    Effect.flatMap(Outbox, (outbox) => outbox.list(user, { from: undefined, count: 1, texts: true }))
  )
  const [path] = /\/Account\/FacilityTransfer\?token=[\w-]+/.exec(mail?.body ?? "") ?? []
  if (path === undefined) throw new Error("the last mail offers no facility")
  return path
}
