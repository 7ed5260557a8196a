import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { FacilityId, ReportId } from "#core/base/ids.ts"
import { forwarding, lockParam, screen } from "./screen.ts"
import { gridSearch, idText, searchOf } from "./search.ts"

/** The lock screens. */
export const lockRoutes = [
  createRoute(forwarding("locks")),
  createRoute({
    ...screen("locks.manage", () => import("./ManageLocksRoute.tsx"), "ManageLocksRoute"),
    validateSearch: searchOf({ ...gridSearch, facilityID: idText(FacilityId) })
  }),
  createRoute({
    ...screen("locks.activate", () => import("./ActivateLocksRoute.tsx"), "ActivateLocksRoute"),
    validateSearch: searchOf({ serialCode: Schema.String, facilityID: idText(FacilityId) })
  }),
  createRoute({
    ...screen("locks.returned", () => import("./ReturnsRoute.tsx"), "ReturnsRoute"),
    validateSearch: searchOf({
      ...gridSearch,
      facilityID: idText(FacilityId),
      report: Schema.Union([Schema.Literal("history"), idText(ReportId)])
    })
  }),
  createRoute({
    ...screen("locks.inventory", () => import("./InventoryRoute.tsx"), "InventoryRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute(screen("locks.review", () => import("./InventoryReviewRoute.tsx"), "InventoryReviewRoute")),
  createRoute(screen("locks.scan", () => import("./ScanRoute.tsx"), "ScanRoute")),
  createRoute(screen("locks.list", () => import("./LockListRoute.tsx"), "LockListRoute")),
  createRoute(screen("locks.bulk", () => import("./BulkActivationRoute.tsx"), "BulkActivationRoute")),
  createRoute({
    ...screen("locks.detail", () => import("./LockRoute.tsx"), "LockRoute"),
    params: lockParam,
    validateSearch: searchOf({ transfer: Schema.Literal("1"), facility: idText(FacilityId) })
  })
] as const
