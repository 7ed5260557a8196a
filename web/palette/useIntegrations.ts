import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { apiKeysQuery, webhooksQuery } from "#web/app/integrationQueries.ts"
import type { Page } from "./pages.ts"
import { noPlaces, type Places } from "./paletteEntries.ts"

/** What a page is about or asks for: read off the fields of its command. */
const isAbout = (page: Page, picks: "apiKey" | "webhook"): boolean =>
  (page.kind === "argument" || page.kind === "confirm") &&
  Object.values(page.command.input).some((field) => field.picks === picks)

/** The API keys and webhooks, by name, for a page that is about one. */
export const useIntegrations = (page: Page): Pick<Places, "apiKeys" | "webhooks"> => {
  const keys = useQuery({ ...apiKeysQuery(), enabled: isAbout(page, "apiKey") }).data
  const hooks = useQuery({ ...webhooksQuery(), enabled: isAbout(page, "webhook"), refetchInterval: false }).data
  return useMemo(
    () => ({
      apiKeys: keys?.data ?? noPlaces.apiKeys,
      webhooks: hooks?.map(({ id, url }) => ({ id, name: url })) ?? noPlaces.webhooks
    }),
    [keys, hooks]
  )
}
