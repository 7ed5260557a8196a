import type { Array } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Guard, Problems } from "./Guard.ts"

/** A contract of some groups of calls: at their paths under /api, with what stands around every call. */
export const contractOf = <const Groups extends Array.NonEmptyReadonlyArray<HttpApiGroup.Constraint>>(
  ...groups: Groups
) =>
  HttpApi.make("lockdesk")
    .add(...groups)
    .middleware(Guard)
    .middleware(Problems)
    .prefix("/api")
