import { Effect } from "effect"
import { takenOverWords } from "#core/subdomains/facilityTransfer.ts"
import type { AddedSubdomain } from "#core/subdomains/SubdomainsApi.ts"
import type { Call } from "#cli/Call.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { subdomainColumns } from "./subdomainColumns.ts"

/** A saved subdomain. Says on stderr how many facilities it took over, which is not visible in its fields. */
export const shownSubdomain = ({ terminal }: Call, { data, moved }: Pick<AddedSubdomain, "data" | "moved">) =>
  Effect.sync(() => {
    const note = takenOverWords(moved)
    if (note !== null) terminal.talk(note)
    return shownRecord(data, subdomainColumns)
  })
