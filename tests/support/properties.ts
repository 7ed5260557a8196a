import fc from "fast-check"
import { seed } from "./random.ts"

/** fast-check with the seed of the run. A counterexample that the trials find becomes a named case. */
fc.configureGlobal({ seed })

export default fc
