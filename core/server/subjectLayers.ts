import { Layer } from "effect"
import * as subjects from "./subjects.ts"

const each = Object.values(subjects)

/** The handlers of all calls. */
export const calls = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("calls" in subject ? [subject.calls] : []))
)

/** Job kinds registered by subjects. */
const jobs = Layer.mergeAll(Layer.empty, ...each.flatMap((subject) => ("jobs" in subject ? [subject.jobs] : [])))

/** The services used by calls. */
export const services = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("services" in subject ? [subject.services] : []))
).pipe(Layer.provide(jobs))

/** Services that run from the start of the server until after its last response. */
export const standing = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("standing" in subject ? [subject.standing] : []))
)

/** Routes outside the contract. */
export const routes = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("routes" in subject ? [subject.routes] : []))
)
