import { Effect } from "effect"
import { listUnits } from "#core/commands/unitCommands.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listUnits, {
  noun: "units",
  columns: ({ fromFms }) =>
    Effect.succeed([
      { heading: "Unit", text: (unit) => unit.name },
      // What the company's own locks are on says nothing of who rents it.
      { heading: "Status", text: (unit) => (fromFms ? UnitStatus.label(unit.status) : "") },
      { heading: "Id", text: (unit) => unit.id, shrinks: "first" }
    ])
})
