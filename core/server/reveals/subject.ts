import { Reveals } from "./Reveals.ts"
import { purgeRevealCounts } from "./revealCounts.ts"

export const services = Reveals.layer
export const standing = purgeRevealCounts
