import { Effect } from "effect"
import { listUnits } from "#core/commands/unitCommands.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listUnits, {
  noun: "units",
  columns: ({ fromFms }) =>
    Effect.succeed([
      { heading: "Unit", text: (unit) => unit.name },
      // Units known only from the company's locks have no rental status.
      { heading: "Status", text: (unit) => (fromFms ? UnitStatus.label(unit.status) : "") },
      { heading: "Id", text: (unit) => unit.id, shrinks: "first" }
    ])
})
