import type { UseQueryResult } from "@tanstack/react-query"
import { failureWords } from "#web/app/failures.ts"
import { apiKeysQuery, webhooksQuery } from "#web/app/integrationQueries.ts"
import { facilitiesQuery, usersQuery } from "#web/app/placeQueries.ts"
import { queries, type TopicKey } from "#web/app/queries.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { KnownList, Missing } from "./knownLists.ts"

/** Why a query's list isn't available; undefined if it is, or if it isn't needed. */
export const missingOf = ({
  isLoading,
  isLoadingError,
  error
}: Pick<UseQueryResult, "isLoading" | "isLoadingError" | "error">): Missing | undefined =>
  isLoading ? "loading" : isLoadingError && error !== null ? failureWords(error) : undefined

const load = (queryKey: TopicKey) => () => queries.refetchQueries({ queryKey })

const loaders: Readonly<Record<KnownList, () => Promise<void>>> = {
  facilities: load(facilitiesQuery().queryKey),
  people: load(usersQuery().queryKey),
  apiKeys: load(apiKeysQuery().queryKey),
  webhooks: load(webhooksQuery().queryKey),
  locks: () => lockList.pull()
}

/** Reloads a list that failed. The result shows like that of the first load. */
export const loadAgain = (list: KnownList): void => void loaders[list]()
