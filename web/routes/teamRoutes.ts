import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { forwarding, idOrNewParam, screen } from "./screen.ts"
import { gridSearch, idText, importSearch, searchOf } from "./search.ts"

/** The team screens and the outbox. */
export const teamRoutes = [
  createRoute(forwarding("team")),
  createRoute({
    ...screen("team.users", () => import("./UsersRoute.tsx"), "UsersRoute"),
    validateSearch: searchOf({ ...gridSearch, show: Schema.Literal("all") })
  }),
  createRoute({
    ...screen("team.roles", () => import("./RolesRoute.tsx"), "RolesRoute"),
    validateSearch: searchOf({ role: idText(Role.Id) })
  }),
  createRoute({
    ...screen("team.import", () => import("./UserImportRoute.tsx"), "UserImportRoute"),
    validateSearch: searchOf(importSearch)
  }),
  createRoute({
    ...screen("team.user", () => import("./UserRoute.tsx"), "UserRoute"),
    params: idOrNewParam("userID", UserId)
  }),
  createRoute(screen("outbox", () => import("./OutboxRoute.tsx"), "OutboxRoute"))
] as const
