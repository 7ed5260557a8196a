import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { registryRoles } from "#core/auth/roles.ts"
import { success } from "#core/base/paging.ts"
import { shipmentChunk, ShipmentResult, ShipmentRow } from "./Shipment.ts"

export class RegistryApi extends HttpApiGroup.make("registry")
  .add(
    HttpApiEndpoint.post("import", "/registry/import", {
      payload: Schema.Struct({ rows: Schema.Array(ShipmentRow).check(Schema.isBetweenLength(1, shipmentChunk)) }),
      success: success(ShipmentResult)
    })
      .annotate(DeclaredAccess, writes(Area.id.ActivateLocks, { roles: registryRoles }))
      .annotate(OpenApi.Transform, withExample({ rows: [{ row: 1, serialCode: "20000001", unlockCode: "0417" }] }))
      .annotate(OpenApi.Summary, "Load manufactured locks: serial codes and combinations")
  )
  .annotate(OpenApi.Description, "The registry of manufactured locks") {}
