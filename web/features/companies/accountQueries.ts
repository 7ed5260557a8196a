import { queryOptions } from "@tanstack/react-query"
import type { CompanyAccount, ListedCompany } from "#core/acting/CompanyAccount.ts"
import { mostCompanies } from "#core/acting/CompanyChoice.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { showCompany } from "#core/commands/companyAccountCommands.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for all companies on the server, by name, loaded page by page. */
export const listedCompaniesQuery = () =>
  queryOptions({
    queryKey: ["companies", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<ListedCompany>> => {
      const all = new Map<CompanyId, ListedCompany>()
      for (let page = 1; ; page++) {
        const { data, totalCount } = await run(listCompanies, { page, limit: mostCompanies }, { signal })
        // A company added in between shifts the pages, so remove duplicates by ID.
        for (const company of data) all.set(company.companyID, company)
        if (data.length === 0 || page * mostCompanies >= totalCount) return [...all.values()]
      }
    }
  })

/** Query for a company with its plan and features. */
export const accountQuery = (id: CompanyId) =>
  queryOptions({
    queryKey: ["companies", "account", id] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<CompanyAccount> => (await run(showCompany, { account: id }, { signal })).data
  })
