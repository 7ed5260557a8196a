import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { apiKeysQuery, webhooksQuery } from "#web/app/integrationQueries.ts"
import type { Page } from "./pages.ts"
import { noPlaces, type Places } from "./paletteEntries.ts"
import type { MissingLists } from "./knownLists.ts"
import { missingOf } from "./loadLists.ts"

/** What a page is about or asks for: read off the fields of its command. */
const isAbout = (page: Page, picks: "apiKey" | "webhook"): boolean =>
  (page.kind === "argument" || page.kind === "confirm") &&
  Object.values(page.command.input).some((field) => field.picks === picks)

/** The API keys and webhooks, by name, for a page that is about one, and which of them are missing. */
export const useIntegrations = (
  page: Page
): Pick<Places, "apiKeys" | "webhooks"> & { readonly missing: MissingLists } => {
  const keys = useQuery({ ...apiKeysQuery(), enabled: isAbout(page, "apiKey") })
  const hooks = useQuery({ ...webhooksQuery(), enabled: isAbout(page, "webhook"), refetchInterval: false })
  return useMemo(
    () => ({
      apiKeys: keys.data?.data ?? noPlaces.apiKeys,
      webhooks: hooks.data?.map(({ id, url }) => ({ id, name: url })) ?? noPlaces.webhooks,
      missing: { apiKeys: missingOf(keys), webhooks: missingOf(hooks) }
    }),
    [keys.data, keys.isLoading, keys.error, hooks.data, hooks.isLoading, hooks.error]
  )
}
