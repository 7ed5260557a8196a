import { fmsChoices } from "#core/fms/fmsChoices.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { InputField } from "./Command.ts"
import { typedAs } from "./fields.ts"

/** In its own file so that the console's first screen does not load the fields of every management software. */
export const softwareField = {
  schema: typedAs<FmsId>(Fms.Id, Fms.parse, Fms.label),
  label: "Management software",
  description: "The facility management software, by name",
  choices: fmsChoices(null).map((id) => Fms.label(id))
} as const satisfies InputField<FmsId>
