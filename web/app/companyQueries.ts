import { queryOptions } from "@tanstack/react-query"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { CallFailure } from "./CallFailure.ts"
import { loadForCall } from "./loadForCall.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** Companies per request; typing finds others. */
const most = 20

/** The commands, loaded on first use, because most users act for no other company. */
const companyCommands = () => loadForCall(() => import("#core/commands/companyCommands.ts"))

/** Companies by part of the name or by ID, best match first. */
export const findCompanies = async (search: string, limit: number, signal: AbortSignal) =>
  run((await companyCommands()).listCompanies, { search, limit }, { signal })

/** Query for companies by part of the name or by ID, best match first. */
export const companiesQuery = (search: string) =>
  queryOptions({
    queryKey: ["session", "companies", search] satisfies TopicKey,
    queryFn: ({ signal }) => findCompanies(search, most, signal)
  })

/** Query for the company with an active lock of a serial code; null if there is none. */
export const companyOfLockQuery = (serialCode: string) =>
  queryOptions({
    queryKey: ["session", "company of lock", serialCode] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<CompanyChoice | null> => {
      try {
        return (await run((await companyCommands()).companyOfLock, { serialCode }, { signal })).data
      } catch (error) {
        if (error instanceof CallFailure && error.problem?._tag === "LockNotFound") return null
        throw error
      }
    },
    staleTime: 0
  })
