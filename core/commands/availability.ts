import { accessOfCommandBy, availabilityBy } from "./availabilityRules.ts"
import { accessOf } from "./endpoints.ts"

/** The access a command needs, looked up in the whole contract; null if it declares none. */
export const accessOfCommand = accessOfCommandBy(accessOf)

/** "May I, and if not, why?", looked up in the whole contract. */
export const availability = availabilityBy(accessOf)
