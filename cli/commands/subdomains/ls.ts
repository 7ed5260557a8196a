import { listSubdomains } from "#core/commands/subdomainCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { subdomainColumns } from "./subdomainColumns.ts"

export const verb = listVerb(listSubdomains, { noun: "subdomains", columns: subdomainColumns })
