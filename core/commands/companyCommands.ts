import { withClient } from "#core/api/ApiClient.ts"
import { mostCompanies } from "#core/acting/CompanyChoice.ts"
import { CompanyId } from "#core/base/ids.ts"
import { command } from "./Command.ts"
import { limitField, serialField, textField } from "./fields.ts"

export const listCompanies = command({
  id: "companies.list",
  title: "List companies",
  section: "Session",
  keywords: ["customers", "head office"],
  input: {
    search: textField({
      label: "Search",
      description: "Part of the name, or the ID",
      positional: true,
      optional: true
    }),
    page: { ...limitField, label: "Page", description: "Page number, starting at 1" },
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["companies", "ls"], examples: ["lockdesk companies ls", "lockdesk companies ls maple"] },
  does: {
    call: "companies.list",
    run: ({ search, limit, page }) =>
      withClient((client) =>
        client.companies.list({
          query: { search, page, ...(limit === undefined ? {} : { count: Math.min(limit, mostCompanies) }) }
        })
      )
  }
})

export const companyOfLock = command({
  id: "companies.ofLock",
  title: "Find the company of a lock",
  section: "Session",
  keywords: ["serial code", "which company", "head office"],
  input: { serialCode: serialField },
  risk: "reads",
  terminal: { path: ["companies", "find"], examples: ["lockdesk companies find 10482233"] },
  does: {
    call: "companies.ofLock",
    run: (params) => withClient((client) => client.companies.ofLock({ params, query: {} }))
  }
})

/** The terminal has the option `--company` instead. */
export const actForCompany = command({
  id: "companies.actFor",
  title: "Act for a company",
  section: "Session",
  keywords: ["switch company", "choose company", "head office", "customer"],
  input: {
    companyID: {
      schema: CompanyId,
      label: "Company",
      description: "The company to act for; prompted if missing",
      optional: true,
      asked: "never"
    },
    search: textField({
      label: "Search",
      description: "Part of its name, to choose from matching companies",
      optional: true,
      asked: "never"
    }),
    serialCode: {
      ...serialField,
      description: "A lock to reveal there",
      optional: true,
      asked: "never"
    }
  },
  risk: "reads",
  does: { view: true, call: "companies.list" }
})

export const actForOwnCompany = command({
  id: "companies.actForOwn",
  title: "Act for your own company",
  section: "Session",
  keywords: ["switch company", "head office", "stop acting", "back"],
  input: {},
  risk: "reads",
  does: { view: true, call: "companies.list" }
})

export const companyCommands = [listCompanies, companyOfLock, actForCompany, actForOwnCompany] as const
