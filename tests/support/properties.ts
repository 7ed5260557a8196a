import fc from "fast-check"
import { seed } from "./random.ts"

/** fast-check with the seed of the run. A counterexample found by the trials becomes a separate test. */
fc.configureGlobal({ seed })

export default fc
