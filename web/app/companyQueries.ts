import { queryOptions } from "@tanstack/react-query"
import { companyOfLock, listCompanies } from "#core/commands/companyCommands.ts"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { CallFailure } from "./CallFailure.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** Companies asked for at once: more are found by typing. */
const most = 20

/** Companies whose name has the text in it, or whose id it is: the best match first. */
export const companiesQuery = (search: string) =>
  queryOptions({
    queryKey: ["session", "companies", search] satisfies TopicKey,
    queryFn: ({ signal }) => run(listCompanies, { search, limit: most }, { signal })
  })

/** The company that has an active lock of a serial code; null where none has. */
export const companyOfLockQuery = (serialCode: string) =>
  queryOptions({
    queryKey: ["session", "company of lock", serialCode] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<CompanyChoice | null> => {
      try {
        return (await run(companyOfLock, { serialCode }, { signal })).data
      } catch (error) {
        if (error instanceof CallFailure && error.problem?._tag === "LockNotFound") return null
        throw error
      }
    },
    staleTime: 0
  })
