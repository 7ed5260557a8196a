import { Layer } from "effect"
import * as subjects from "./subjects.ts"

const each = Object.values(subjects)

/** The handlers of all calls. */
export const calls = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("calls" in subject ? [subject.calls] : []))
)

/** Kinds of jobs whose rows are their subject's. */
const jobs = Layer.mergeAll(Layer.empty, ...each.flatMap((subject) => ("jobs" in subject ? [subject.jobs] : [])))

/** The services that calls are answered by. */
export const services = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("services" in subject ? [subject.services] : []))
).pipe(Layer.provide(jobs))

/** What runs from the start of the server to after its last answer. */
export const standing = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("standing" in subject ? [subject.standing] : []))
)

/** Addresses besides the calls of the contract. */
export const routes = Layer.mergeAll(
  Layer.empty,
  ...each.flatMap((subject) => ("routes" in subject ? [subject.routes] : []))
)
