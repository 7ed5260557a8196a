import { HttpApi, OpenApi } from "effect/http-api"
import { AuditApi } from "#core/audit/AuditApi.ts"
import { AuthApi } from "#core/auth/AuthApi.ts"
import { FacilitiesApi } from "#core/facilities/FacilitiesApi.ts"
import { LocksApi } from "#core/locks/LocksApi.ts"
import { RegistryApi } from "#core/registry/RegistryApi.ts"
import { UsersApi } from "#core/team/UsersApi.ts"
import { Guard, Problems } from "./Guard.ts"

/** Every call, at the documents' paths under /api. Handlers, the typed client, OpenAPI and tests come from it. */
export class Api extends HttpApi.make("lockdesk")
  .add(AuthApi, LocksApi, FacilitiesApi, UsersApi, RegistryApi, AuditApi)
  .middleware(Guard)
  .middleware(Problems)
  .prefix("/api")
  .annotate(OpenApi.Title, "Lockdesk")
  .annotate(OpenApi.Description, "The calls of Lockdesk. The session token goes in the Authorization header.") {}
