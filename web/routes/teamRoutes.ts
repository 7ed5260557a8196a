import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { forwarding, idOrNewParam, screen } from "./screen.ts"
import { gridSearch, Id, importSearch, searchOf } from "./search.ts"

/** The team screens and the outbox. */
export const teamRoutes = [
  createRoute(forwarding("team")),
  createRoute({
    ...screen("team.users", () => import("./UsersRoute.tsx"), "UsersRoute"),
    validateSearch: searchOf({ ...gridSearch, show: Schema.Literal("all") })
  }),
  createRoute({
    ...screen("team.roles", () => import("./RolesRoute.tsx"), "RolesRoute"),
    validateSearch: searchOf({ role: Id })
  }),
  createRoute({
    ...screen("team.import", () => import("./UserImportRoute.tsx"), "UserImportRoute"),
    validateSearch: searchOf(importSearch)
  }),
  createRoute({
    ...screen("team.user", () => import("./UserRoute.tsx"), "UserRoute"),
    params: idOrNewParam("userID")
  }),
  createRoute(screen("outbox", () => import("./OutboxRoute.tsx"), "OutboxRoute"))
] as const
