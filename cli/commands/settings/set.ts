import { setSetting } from "#core/commands/settingsCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { settingColumns } from "./settingColumns.ts"

export const verb = callVerb(setSetting, ({ data }) => shownRecord(data, settingColumns))
