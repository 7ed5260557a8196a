import type { Array } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Guard, Problems } from "./Guard.ts"

/** A contract of the given groups, with their paths under /api and the middleware of every call. */
export const contractOf = <const Groups extends Array.NonEmptyReadonlyArray<HttpApiGroup.Constraint>>(
  ...groups: Groups
) =>
  HttpApi.make("lockdesk")
    .add(...groups)
    .middleware(Guard)
    .middleware(Problems)
    .prefix("/api")
