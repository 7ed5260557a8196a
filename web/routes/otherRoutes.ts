import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { CompanyId, JobId } from "#core/base/ids.ts"
import { forwarding, idOrNewParam, idParam, pending, screen } from "./screen.ts"
import { gridSearch, searchOf } from "./search.ts"

/** The dashboard, jobs, companies and reports. */
export const otherRoutes = [
  createRoute(forwarding("home")),
  createRoute({
    ...screen("dashboard", () => import("./DashboardRoute.tsx"), "DashboardRoute"),
    validateSearch: searchOf({
      fmsSearch: Schema.String,
      fmsSystem: Schema.String,
      fmsResult: Schema.String,
      fmsSort: Schema.String
    })
  }),
  createRoute(screen("jobs", () => import("./JobsRoute.tsx"), "JobsRoute")),
  createRoute({
    ...screen("jobs.show", () => import("./JobRoute.tsx"), "JobRoute"),
    params: idParam("jobID", JobId),
    validateSearch: searchOf({ rows: Schema.Literals(["all", "wouldFail", "failed"]) })
  }),
  createRoute({
    ...screen("companies", () => import("./CompaniesRoute.tsx"), "CompaniesRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute({
    ...screen("companies.edit", () => import("./CompanyRoute.tsx"), "CompanyRoute"),
    params: idOrNewParam("id", CompanyId)
  }),
  createRoute(pending("reports")),
  createRoute(pending("reports.combination")),
  createRoute(pending("reports.message")),
  createRoute(pending("reports.lockCount")),
  createRoute(pending("reports.bulkLock"))
] as const
