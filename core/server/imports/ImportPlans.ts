import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { isShort } from "#core/base/csvRow.ts"
import type { JobId } from "#core/base/ids.ts"
import type { ImportColumn } from "#core/imports/FacilityImport.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { unreadableProblem, withoutCells } from "#core/imports/importWords.ts"
import { ImportNotFound, ImportRowNotFound } from "#core/imports/ImportErrors.ts"
import { JobStateRefused } from "#core/jobs/JobErrors.ts"
import type { JobRefused } from "#core/jobs/jobRules.ts"
import { inPieces } from "../db/inPieces.ts"
import { now } from "../db/now.ts"
import { jobOf } from "../jobs/jobSql.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { FacilityImportRows } from "./FacilityImportRows.ts"
import { importRecord, type ImportRecord, openSecrets, sealSecrets } from "./importAbout.ts"
import type { FileRow, FirstRows, LookUp } from "./rowDecision.ts"
import { UserImportRows } from "./UserImportRows.ts"
import {
  outcomeOf,
  insertion,
  keepCounts,
  type KeptRow,
  keptRows,
  namesakes,
  noSecrets,
  recount,
  replanRows,
  writeSealed
} from "./importRowsSql.ts"
import type { ImportTableRow } from "./readImportFile.ts"

/** The number of rows checked together. */
const pieceRows = 2_000

type Stepped = JobRefused | JobStateRefused | ImportNotFound | SqlError

/** The plans of imports: created when a file is read, and renewed when columns, cells or the company change. */
export class ImportPlans extends Context.Service<
  ImportPlans,
  {
    /** Stores the rows of a file with their planned outcomes, in the caller's transaction. */
    readonly plan: (
      user: LoggedInUser,
      about: ImportRecord,
      rows: ReadonlyArray<ImportTableRow>
    ) => Effect.Effect<void, SqlError>
    /** Checks every row again, with the given columns if there are any. */
    readonly replan: (
      user: LoggedInUser,
      jobID: JobId,
      columns?: ReadonlyArray<ImportColumn>
    ) => Effect.Effect<void, JobRefused | JobStateRefused>
    /** Changes cells of a row and checks it again. Returns it and all others whose outcome changed. */
    readonly fix: (
      user: LoggedInUser,
      jobID: JobId,
      row: number,
      cells: ReadonlyMap<number, string>
    ) => Effect.Effect<ReadonlyArray<number>, Stepped | ImportRowNotFound>
  }
>()("lockdesk/server/ImportPlans") {
  static readonly layer = Layer.effect(
    ImportPlans,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const lookUps: Readonly<Record<ImportKind, LookUp<unknown>>> = {
        importFacilities: (yield* FacilityImportRows).lookUp,
        importUsers: (yield* UserImportRows).lookUp
      }
      const provide = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Keyring>) =>
        effect.pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Keyring, keyring))

      const checked = (
        user: LoggedInUser,
        about: ImportRecord,
        rows: ReadonlyArray<FileRow>,
        firsts: FirstRows = new Map()
      ) => Effect.map(lookUps[about.kind](user, about, rows, firsts), (decide) => decide(rows))

      /** Splits cells and secrets by the columns: secrets are in no cell. */
      const sorted = (
        columns: ReadonlyArray<ImportColumn>,
        { row, issue }: Pick<FileRow, "row" | "issue">,
        whole: ReadonlyArray<string>
      ): FileRow => {
        if (issue !== null) {
          // The cells of such a row may have shifted, so any of them could be the secret.
          return columns.some(({ secret }) => secret)
            ? { row, issue: withoutCells(issue), secrets: noSecrets, cells: columns.map(() => "") }
            : { row, issue, secrets: noSecrets, cells: whole }
        }
        if (whole.length === columns.length && !columns.some(({ secret }) => secret))
          return { row, issue, secrets: noSecrets, cells: whole }
        const secrets = Object.fromEntries(
          columns.flatMap(({ secret }, nth) => (secret && (whole[nth] ?? "") !== "" ? [[nth, whole[nth] ?? ""]] : []))
        )
        return { row, issue, secrets, cells: columns.map(({ secret }, nth) => (secret ? "" : (whole[nth] ?? ""))) }
      }

      const whole = Effect.fnUntraced(function* ({ companyID, jobKey }: ImportRecord, kept: KeptRow) {
        const secrets: Readonly<Record<string, string>> = yield* openSecrets(companyID, jobKey, kept)
        return kept.cells.map((cell, nth) => secrets[String(nth)] ?? cell)
      })

      const sealedOf = Effect.fnUntraced(function* (
        { companyID, jobKey }: ImportRecord,
        rows: ReadonlyArray<FileRow>,
        all: boolean
      ) {
        const those = all ? rows : rows.filter(({ secrets }) => Object.keys(secrets).length > 0)
        const sealed = yield* Effect.forEach(those, ({ row, secrets }) =>
          Effect.map(sealSecrets(companyID, jobKey, row, secrets), (bytes) => [row, bytes] as const)
        )
        return new Map(sealed)
      })

      const plan = Effect.fn("ImportPlans.plan")(function* (
        user: LoggedInUser,
        about: ImportRecord,
        read: ReadonlyArray<ImportTableRow>
      ) {
        const hasSecret = about.columns.some(({ secret }) => secret)
        const rows = read.map(({ row, cells, fault }) => ({
          row,
          cells,
          issue: fault === undefined || (isShort(fault) && !hasSecret) ? null : unreadableProblem(row, fault)
        }))
        const decide = yield* lookUps[about.kind](user, about, rows, new Map())
        const written = yield* inPieces(
          rows,
          pieceRows,
          (piece) => {
            const decided = decide(piece.map((row) => sorted(about.columns, row, row.cells)))
            return { decided, insert: insertion(sql, about, decided) }
          },
          Effect.fnUntraced(function* ({ decided, insert }) {
            yield* insert
            yield* writeSealed(about.jobKey, yield* sealedOf(about, decided, false))
            return decided
          })
        )
        const all = written.flat()
        const count = (wanted: (row: (typeof all)[number]) => boolean) => all.filter(wanted).length
        const counts = {
          total: all.length,
          apply: count((row) => outcomeOf(row) === "apply"),
          create: count(({ outcome }) => outcome === "create"),
          refuse: count((row) => outcomeOf(row) === "refuse")
        }
        yield* keepCounts(about.jobKey, yield* now, counts)
      }, provide)

      /** The import of a job that has not started, locked until the transaction ends. */
      const planned = Effect.fnUntraced(function* (user: LoggedInUser, jobID: JobId) {
        const { jobKey, state } = yield* jobOf(user, jobID, true)
        if (state !== "receiving") return yield* new JobStateRefused({ data: { jobID, state } })
        return (yield* importRecord(user.companyID, jobKey)) ?? (yield* new ImportNotFound())
      })

      const replanned = Effect.fnUntraced(function* (
        user: LoggedInUser,
        jobID: JobId,
        columns?: ReadonlyArray<ImportColumn>
      ) {
        const before = yield* planned(user, jobID)
        const { jobKey } = before
        const about: ImportRecord =
          columns === undefined ? before : { ...before, columns, mapping: columns.map(({ field }) => field) }
        if (columns !== undefined) {
          yield* sql`UPDATE imports SET columns = ${JSON.stringify(columns)}::text::json WHERE job_id = ${jobKey}`
        }
        const moved = about.columns.some(({ secret }, nth) => secret !== before.columns[nth]?.secret)
        const firsts = new Map<string, number>()
        let from = 0
        for (;;) {
          const kept = yield* keptRows(jobKey, from, pieceRows)
          const rows = yield* Effect.forEach(kept, (each) =>
            Effect.map(whole(about, each), (cells) => sorted(about.columns, each, cells))
          )
          yield* replanRows(about, yield* checked(user, about, rows, firsts), moved)
          if (moved) yield* writeSealed(jobKey, yield* sealedOf(about, rows, true))
          from = kept.at(-1)?.row ?? from
          if (kept.length < pieceRows) return yield* recount(jobKey, yield* now)
        }
      })

      const fixed = Effect.fnUntraced(function* (
        user: LoggedInUser,
        jobID: JobId,
        row: number,
        cells: ReadonlyMap<number, string>
      ) {
        const about = yield* planned(user, jobID)
        const { jobKey } = about
        const outside = [...cells.keys()].some((column) => column >= about.columns.length)
        const [own] = yield* namesakes(jobKey, row, [])
        if (own === undefined || outside) return yield* new ImportRowNotFound()
        // The user who fixes an unreadable row sees all of it: its cells are now in the right columns.
        const fixed = sorted(
          about.columns,
          { row, issue: null },
          (yield* whole(about, own)).map((cell, nth) => cells.get(nth) ?? cell)
        )
        const [looked] = yield* checked(user, about, [fixed])
        const key = looked?.key ?? ""
        const kept = yield* namesakes(jobKey, row, [own.key, key])
        const rows = yield* Effect.forEach(kept, (each) =>
          each.row === row
            ? Effect.succeed(fixed)
            : Effect.map(whole(about, each), (text) => sorted(about.columns, each, text))
        )
        const different = yield* replanRows(about, yield* checked(user, about, rows), true)
        yield* writeSealed(jobKey, yield* sealedOf(about, [fixed], true))
        yield* recount(jobKey, yield* now)
        return [...new Set([row, ...different])]
      })

      return ImportPlans.of({
        plan,
        replan: Effect.fn("ImportPlans.replan")(
          (user: LoggedInUser, jobID: JobId, columns?: ReadonlyArray<ImportColumn>) =>
            provide(sql.withTransaction(replanned(user, jobID, columns))),
          // A job of this kind without a file has no rows to check.
          Effect.catchTags({ ImportNotFound: () => Effect.void, SqlError: Effect.die })
        ),
        fix: (user, jobID, row, cells) => provide(sql.withTransaction(fixed(user, jobID, row, cells)))
      })
    })
  )
}
