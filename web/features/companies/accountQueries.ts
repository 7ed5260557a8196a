import { queryOptions } from "@tanstack/react-query"
import type { CompanyAccount, ListedCompany } from "#core/acting/CompanyAccount.ts"
import { mostCompanies } from "#core/acting/CompanyChoice.ts"
import { showCompany } from "#core/commands/companyAccountCommands.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Every company of the server, by name; asked for in pieces. */
export const listedCompaniesQuery = () =>
  queryOptions({
    queryKey: ["companies", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<ListedCompany>> => {
      const all = new Map<number, ListedCompany>()
      for (let page = 1; ; page++) {
        const { data, totalCount } = await run(listCompanies, { page, limit: mostCompanies }, { signal })
        // One that was added meanwhile moves the others on: nobody is listed twice.
        for (const company of data) all.set(company.companyID, company)
        if (data.length === 0 || page * mostCompanies >= totalCount) return [...all.values()]
      }
    }
  })

/** A company with what it has bought. */
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ["companies", "account", id] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<CompanyAccount> => (await run(showCompany, { account: id }, { signal })).data
  })
