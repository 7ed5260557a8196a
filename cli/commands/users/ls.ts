import { listUsers } from "#core/commands/placeCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { userColumns } from "./userColumns.ts"

export const verb = listVerb(listUsers, { noun: "users", columns: userColumns })
