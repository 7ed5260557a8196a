import { Effect } from "effect"
import { acceptTransfer, showTransfer } from "#core/commands/transferCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"

export const verb = confirmedVerb(
  acceptTransfer,
  ({ token }) =>
    Effect.map(runOf(showTransfer)({ token }), ({ data: { facilityName, companyName, lockCount, alreadyAccepted } }) =>
      alreadyAccepted
        ? `${facilityName} already belongs to your company.`
        : `${facilityName} of ${companyName}, with ${lockCount === 1 ? "1 lock" : `${lockCount} locks`}, will move to your company.`
    ),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Accepted", text: (row) => row.facilityName },
      { heading: "Id", text: (row) => String(row.facilityID) },
      { heading: "Locks", text: (row) => String(row.lockCount) }
    ])
)
