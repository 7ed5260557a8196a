import { accessOfCommandBy, availabilityBy } from "./availabilityRules.ts"
import { accessOf } from "./endpoints.ts"

/** The access that a command of the whole contract needs, or null where it declares none. */
export const accessOfCommand = accessOfCommandBy(accessOf)

/** "May I, and if not, why?", for a command of the whole contract. */
export const availability = availabilityBy(accessOf)
