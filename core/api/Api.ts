import { OpenApi } from "effect/http-api"
import { AuditApi } from "#core/audit/AuditApi.ts"
import { AuthApi } from "#core/auth/AuthApi.ts"
import { CompaniesApi } from "#core/acting/CompaniesApi.ts"
import { AutomationsApi } from "#core/automations/AutomationsApi.ts"
import { DriftApi } from "#core/drift/DriftApi.ts"
import { ExportsApi } from "#core/exports/ExportsApi.ts"
import { FacilitiesApi } from "#core/facilities/FacilitiesApi.ts"
import { FmsApi } from "#core/fms/FmsApi.ts"
import { LockChangesApi } from "#core/locks/LockChangesApi.ts"
import { ImportsApi } from "#core/imports/ImportsApi.ts"
import { InventoryApi } from "#core/inventory/InventoryApi.ts"
import { JobsApi } from "#core/jobs/JobsApi.ts"
import { LocksApi } from "#core/locks/LocksApi.ts"
import { NoticesApi } from "#core/notices/NoticesApi.ts"
import { OutboxApi } from "#core/mail/OutboxApi.ts"
import { RegistryApi } from "#core/registry/RegistryApi.ts"
import { ReturnsApi } from "#core/returns/ReturnsApi.ts"
import { TransfersApi } from "#core/transfers/TransfersApi.ts"
import { SupportApi } from "#core/support/SupportApi.ts"
import { UsersApi } from "#core/team/UsersApi.ts"
import { UnitsApi } from "#core/units/UnitsApi.ts"
import { contractOf } from "./contractOf.ts"

/** Every call, at the documents' paths under /api. Handlers, the typed client, OpenAPI and tests come from it. */
export class Api extends contractOf(
  AuthApi,
  LocksApi,
  LockChangesApi,
  JobsApi,
  InventoryApi,
  ReturnsApi,
  FacilitiesApi,
  FmsApi,
  ImportsApi,
  TransfersApi,
  UsersApi,
  RegistryApi,
  AuditApi,
  ExportsApi,
  SupportApi,
  OutboxApi,
  NoticesApi,
  UnitsApi,
  DriftApi,
  AutomationsApi,
  CompaniesApi
)
  .annotate(OpenApi.Title, "Lockdesk")
  .annotate(OpenApi.Description, "The calls of Lockdesk. The session token goes in the Authorization header.") {}
