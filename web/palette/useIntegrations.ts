import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { availability } from "#core/commands/availability.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { includesVerb } from "#core/commands/typedLine.ts"
import { apiKeysQuery, webhooksQuery } from "#web/app/integrationQueries.ts"
import type { Page } from "./pages.ts"
import { noPlaces, type Places } from "./paletteEntries.ts"
import type { MissingLists } from "./knownLists.ts"
import { missingOf } from "./loadLists.ts"
import { fieldNamed } from "./readField.ts"

type Integration = "apiKey" | "webhook"

const picksOne = (command: CommandHead, picks: Integration): boolean =>
  Object.values(command.input).some((field) => field.picks === picks)

/** Whether a page's command takes an API key or webhook. */
const isAbout = (page: Page, picks: Integration): boolean =>
  (page.kind === "argument" || page.kind === "confirm") && picksOne(page.command, picks)

/** Whether a command that takes one is typed with further words or an argument, which may be its name. */
const isTyped = (page: Page, text: string, picks: Integration, user: LoggedInUser): boolean => {
  if (page.kind !== "search") return false
  const query = parse(text)
  const words = query.terms.map((term) => term.text)
  return commandHeads.some(
    (command) =>
      picksOne(command, picks) &&
      ((words.length > 1 && includesVerb(command, words)) ||
        query.arguments.some(({ name }) => command.input[fieldNamed(command, name) ?? ""]?.picks === picks)) &&
      availability(command, user).allowed
  )
}

/** API keys and webhooks for a page or text that needs them, and which of these lists are unavailable. */
export const useIntegrations = (
  page: Page,
  text: string,
  user: LoggedInUser
): Pick<Places, "apiKeys" | "webhooks"> & { readonly missing: MissingLists } => {
  const keys = useQuery({ ...apiKeysQuery(), enabled: isAbout(page, "apiKey") || isTyped(page, text, "apiKey", user) })
  const hooks = useQuery({
    ...webhooksQuery(),
    enabled: isAbout(page, "webhook") || isTyped(page, text, "webhook", user),
    refetchInterval: false
  })
  return useMemo(
    () => ({
      apiKeys: keys.data?.data ?? noPlaces.apiKeys,
      webhooks: hooks.data?.map(({ id, url }) => ({ id, name: url })) ?? noPlaces.webhooks,
      missing: { apiKeys: missingOf(keys), webhooks: missingOf(hooks) }
    }),
    [keys.data, keys.isLoading, keys.error, hooks.data, hooks.isLoading, hooks.error]
  )
}
