import { listUnits } from "#core/commands/unitCommands.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listUnits, (answer) =>
  shownList("units", answer.data, [
    { heading: "Unit", text: (unit) => unit.name },
    // What the company's own locks are on says nothing of who rents it.
    { heading: "Status", text: (unit) => (answer.fromFms ? UnitStatus.label(unit.status) : "") },
    { heading: "Id", text: (unit) => unit.id }
  ])
)
