import { Result, Schema, SchemaIssue } from "effect"
import { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { readTextFile } from "./readTextFile.ts"

const Whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The file named by LOCKDESK_FMS_CONFIG. Systems are named as in `lockdesk fms simulate`, or by number. */
const FmsConfig = Schema.Struct({
  schedule: Schema.optionalKey(Schema.NullOr(Schema.String)),
  allowedHosts: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  privateHosts: Schema.optionalKey(Schema.Array(Schema.String)),
  baseUrls: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  keys: Schema.optionalKey(Schema.Record(Schema.String, FmsFields)),
  concurrency: Schema.optionalKey(Whole(1, 64)),
  perHost: Schema.optionalKey(Whole(1, 64)),
  retries: Schema.optionalKey(Whole(0, 3)),
  timeout: Schema.optionalKey(Whole(100, 120_000))
})

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const refused = (path: string, what: string, can = "") =>
  usageFailure(`${path}: ${what}.`, `Fix the file that LOCKDESK_FMS_CONFIG names.${can}`, { code: "ConfigRefused" })

const bySystem = <A>(path: string, named: Readonly<Record<string, A>>): Partial<Record<FmsId, A>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, value]) => {
      const id = Fms.parse(name)
      if (id === undefined) throw refused(path, `'${name}' is not a known FMS`)
      return [id, value]
    })
  )

/** Reads this installation's settings for facility management software. Throws if the file is invalid. */
export const readFmsConfig = (path: string) => {
  const text = readTextFile(path, (what) => refused(path, what))
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => refused(path, "the file isn't valid JSON")
  })
  if (json._tag === "Failure") throw json.failure
  const read = Schema.decodeUnknownResult(FmsConfig)(json.success, { onExcessProperty: "error" })
  if (read._tag === "Failure") {
    // The value may be a key, so name only the setting.
    const [issue] = issuesOf(read.failure.issue).issues
    const setting = (issue?.path ?? []).map((each) => String(typeof each === "object" ? each.key : each)).join(".")
    const known = Object.keys(FmsConfig.fields).join(", ")
    throw refused(
      path,
      setting === ""
        ? `it must be an object with ${known}`
        : `'${setting}' isn't a known setting or has an invalid value`,
      ` It can set ${known}.`
    )
  }
  const { baseUrls, keys, ...others } = read.success
  return {
    ...others,
    ...(baseUrls === undefined ? {} : { baseUrls: bySystem(path, baseUrls) }),
    ...(keys === undefined ? {} : { keys: bySystem(path, keys) })
  }
}
