import { editFacility } from "#core/commands/facilityCommands.ts"
import { formVerb } from "./formVerb.ts"

export const verb = formVerb(editFacility)
