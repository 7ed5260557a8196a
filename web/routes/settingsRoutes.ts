import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { ApiKeyId, SubdomainId } from "#core/base/ids.ts"
import { forwarding, idOrNewParam, screen } from "./screen.ts"
import { gridSearch, searchOf } from "./search.ts"

/** The automation, integration and settings screens. */
export const settingsRoutes = [
  createRoute(forwarding("automations")),
  createRoute(screen("automations.messages", () => import("./AutoMessagesRoute.tsx"), "AutoMessagesRoute")),
  createRoute(screen("automations.lock", () => import("./AutoLockRoute.tsx"), "AutoLockRoute")),
  createRoute(forwarding("integrations")),
  createRoute({
    ...screen("integrations.keys", () => import("./ApiKeysRoute.tsx"), "ApiKeysRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute({
    ...screen("integrations.key", () => import("./ApiKeyRoute.tsx"), "ApiKeyRoute"),
    params: idOrNewParam("sid", ApiKeyId)
  }),
  createRoute(screen("integrations.webhooks", () => import("./WebhooksRoute.tsx"), "WebhooksRoute")),
  createRoute({
    ...screen("integrations.facilities", () => import("./IncludedFacilitiesRoute.tsx"), "IncludedFacilitiesRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute(forwarding("settings")),
  createRoute(screen("settings.general", () => import("./GeneralSettingsRoute.tsx"), "GeneralSettingsRoute")),
  createRoute({
    ...screen("settings.subdomains", () => import("./SubdomainsRoute.tsx"), "SubdomainsRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute({
    ...screen("settings.subdomain", () => import("./SubdomainRoute.tsx"), "SubdomainRoute"),
    params: idOrNewParam("overlockId", SubdomainId),
    validateSearch: searchOf({ step: Schema.Literals(["general", "facilities"]) })
  })
] as const
