import { Result, Schema, SchemaIssue } from "effect"
import { PageSettings } from "#core/base/pageSettings.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { readTextFile } from "./readTextFile.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()
const decode = Schema.decodeUnknownResult(Schema.fromJsonString(PageSettings))

/** Reads the file of `lockdesk serve --page-settings`. Throws a Failure that names the wrong setting. */
export const readPageSettings = (path: string): PageSettings => {
  const refused = (what: string) =>
    usageFailure(
      `${path}: ${what}`,
      `Fix the file, or leave out --page-settings. It can set ${Object.keys(PageSettings.fields).join(", ")}.`,
      { field: "pageSettings" }
    )
  const text = readTextFile(path, refused)
  return Result.getOrThrowWith(decode(text, { onExcessProperty: "error" }), (error) => {
    const [issue] = issuesOf(error.issue).issues
    const at = issue?.path?.map(String).join(".") ?? ""
    return refused(`${at === "" ? "" : `${at}: `}${issue?.message ?? "it is not valid"}`)
  })
}
