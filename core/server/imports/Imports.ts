import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { AccessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { csvLine } from "#core/base/csvText.ts"
import type { JobId } from "#core/base/ids.ts"
import type { FmsFixed } from "#core/facilities/FacilityErrors.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import { type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { fieldsOfImport } from "#core/imports/importFields.ts"
import { extraColumn } from "#core/base/extraCells.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import {
  type ImportFileRefused,
  ImportMappingRefused,
  ImportNotFound,
  type ImportRowNotFound
} from "#core/imports/ImportErrors.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import { type MappedColumn, mappingFault, proposeMapping } from "#core/imports/importMapping.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { JobNotFound, JobRowsRefused, JobStateRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { problemColumns } from "#core/jobs/keptColumns.ts"
import { JobLedger } from "../jobs/JobLedger.ts"
import { JobRuns } from "../jobs/JobRuns.ts"
import { jobOf } from "../jobs/jobSql.ts"
import { tellJob } from "../jobs/tellJob.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { makeFileReaders } from "./fileReaders.ts"
import { ImportPlans } from "./ImportPlans.ts"
import { sealShared } from "./importAbout.ts"
import { columnsOf, rememberMapping, rememberedMapping } from "./importColumns.ts"
import {
  importOf,
  importRows,
  type RowsQuery,
  type PresentedImport,
  presentImport,
  type PresentedRow,
  widestFailure
} from "./importSql.ts"
import type { ImportFile, ImportTable } from "./readImportFile.ts"

/** The number of failed rows per page. */
const csvPiece = 5_000

/** The data of a new import. */
interface Begun {
  readonly kind: ImportKind
  readonly software: FmsId
  readonly mode: (typeof IntegrationMode.ids)[number]
  readonly source: string
  readonly fingerprint: string
  readonly table: ImportTable
  readonly mapping: ReadonlyArray<MappedColumn> | null
  readonly shared: FmsFields
  readonly resume: boolean
  readonly trial: boolean
}

type BeginRefused = AccessRefusal | FmsFixed | JobUnfinished
type ImportRefused = ImportNotFound | AccessRefusal
type StepRefused = ImportRefused | JobStateRefused

/** A file to import. The software applies to facilities only. */
interface Upload {
  readonly kind: ImportKind
  readonly software: FmsId
  readonly file: ImportFile
  readonly resume: boolean
  readonly trial: boolean
}

/** Imports of every kind: reading the data, and every step until it is done. The work is done by a job. */
export class Imports extends Context.Service<
  Imports,
  {
    readonly upload: (
      user: LoggedInUser,
      upload: Upload
    ) => Effect.Effect<PresentedImport, BeginRefused | ImportFileRefused>
    /** Starts an import of the facilities returned by an FMS. `shared` are their common credentials. */
    readonly begin: (
      user: LoggedInUser,
      listed: Pick<Begun, "software" | "source" | "table" | "shared" | "resume" | "trial"> & {
        readonly fields: ReadonlyArray<ImportFieldName>
      }
    ) => Effect.Effect<PresentedImport, BeginRefused>
    readonly show: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId
    ) => Effect.Effect<PresentedImport, ImportRefused>
    readonly rows: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId,
      query: RowsQuery
    ) => Effect.Effect<ReadonlyArray<PresentedRow>, ImportRefused>
    readonly map: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId,
      mapping: ReadonlyArray<ImportFieldName | null>
    ) => Effect.Effect<PresentedImport, StepRefused | ImportMappingRefused>
    readonly fix: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId,
      row: number,
      cells: ReadonlyMap<number, string>
    ) => Effect.Effect<
      { readonly rows: ReadonlyArray<PresentedRow>; readonly import: PresentedImport },
      StepRefused | ImportRowNotFound
    >
    /**
     * Starts it, or continues an interrupted one. `resetPage` is the page linked from invitations; by default it stays as it
     * was.
     */
    readonly start: (
      session: CurrentSession,
      kind: ImportKind,
      importID: JobId,
      from: "receiving" | "applying",
      resetPage?: string
    ) => Effect.Effect<PresentedImport, StepRefused | JobRowsRefused | FmsFixed>
    readonly cancel: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId
    ) => Effect.Effect<PresentedImport, StepRefused>
    readonly errors: (
      user: LoggedInUser,
      kind: ImportKind,
      importID: JobId,
      from: number | undefined
    ) => Effect.Effect<{ readonly csv: string; readonly rows: number; readonly after: number | null }, ImportRefused>
  }
>()("lockdesk/server/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const ledger = yield* JobLedger
      const runs = yield* JobRuns
      const plans = yield* ImportPlans
      const live = yield* LiveEvents
      const readFile = yield* makeFileReaders

      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient | Keyring>) =>
        asServerFault(
          effect.pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Keyring, keyring))
        )

      /** Other screens show the same import, so notify them of changes. */
      const tell = Effect.fnUntraced(function* (user: LoggedInUser, kind: ImportKind, importID: JobId) {
        const job = yield* jobOf(user, importID)
        if (!job.trial) yield* tellJob(user.companyID, job).pipe(Effect.provideService(LiveEvents, live))
        return yield* presentImport(user, kind, importID)
      })

      /** An import is a job: for users who may not use the job it does not exist. */
      const asImport = <A, E, R>(
        effect: Effect.Effect<A, E | JobNotFound, R>
      ): Effect.Effect<A, Exclude<E, JobNotFound> | ImportNotFound, R> =>
        Effect.catchTag(effect as Effect.Effect<A, JobNotFound, R>, "JobNotFound", () =>
          Effect.fail(new ImportNotFound())
        ) as Effect.Effect<A, Exclude<E, JobNotFound> | ImportNotFound, R>

      const mayImport = Effect.fnUntraced(function* (user: LoggedInUser, kind: ImportKind, software: FmsId) {
        // The guard has already checked everything needed to import users.
        const refusal = kind === "importUsers" ? null : importRefusal(user, software)
        if (refusal !== null) return yield* refusal
      })

      /** Stores the data with its plan, in one transaction; data that is already stored stays. */
      const fill = Effect.fnUntraced(function* (user: LoggedInUser, jobID: JobId, begun: Begun) {
        const { jobKey } = yield* jobOf(user, jobID, true)
        const [kept] = yield* sql`SELECT FROM imports WHERE job_id = ${jobKey}`
        if (kept !== undefined) return false
        const { kind, software, mode, table, shared } = begun
        const fields = fieldsOfImport(kind, software)
        const before = begun.mapping === null ? yield* rememberedMapping(user, kind, table.headers) : null
        const columns = columnsOf(fields, table, begun.mapping ?? proposeMapping(fields, table.headers, before))
        const { companyID } = user
        yield* sql`
          INSERT INTO imports (job_id, company_id, mode, management_software, columns, encoding, sealed)
          VALUES (${jobKey}, ${companyID}, ${mode}, ${software}, ${JSON.stringify(columns)}::text::json,
            ${table.encoding ?? null}, ${yield* sealShared(companyID, jobKey, shared)})`
        const mapping = columns.map(({ field }) => field)
        const about = { jobKey, companyID, kind, mode, software, columns, shared, mapping, resetPage: null }
        yield* plans.plan(user, about, table.rows)
        return true
      })

      const begun = Effect.fnUntraced(function* (user: LoggedInUser, start: Begun) {
        const made = yield* Effect.catchTag(
          ledger.make(user, {
            kind: start.kind,
            source: start.source.slice(0, 200),
            fingerprint: start.fingerprint,
            facilityID: null,
            status: null,
            columns: start.table.headers,
            resume: start.resume ? "unfinished" : "never",
            trial: start.trial
          }),
          // It is not created for a facility.
          "FacilityNotFound",
          Effect.die
        )
        if (made.state === "receiving") {
          const filled = yield* Effect.catchTag(
            edge(sql.withTransaction(fill(user, made.jobID, start))),
            "JobNotFound",
            Effect.die
          )
          // An existing plan is renewed with the company's current state.
          if (!filled)
            yield* Effect.catchTags(plans.replan(user, made.jobID), {
              JobNotFound: Effect.die,
              JobStateRefused: () => Effect.void
            })
        }
        return yield* Effect.catchTags(edge(tell(user, start.kind, made.jobID)), {
          ImportNotFound: Effect.die,
          JobNotFound: Effect.die
        })
      })

      const upload = Effect.fn("Imports.upload")(function* (
        user: LoggedInUser,
        { kind, software, file, resume, trial }: Upload
      ) {
        yield* mayImport(user, kind, software)
        const table = yield* readFile(kind, file)
        return yield* begun(user, {
          kind,
          software,
          mode: IntegrationMode.id.ViaCsv,
          source: file.name,
          fingerprint: createHash("sha256")
            .update(
              `${kind === "importUsers" ? "users" : "import"} ${software} ${file.sheet === undefined ? "" : `${file.sheet} `}`
            )
            .update(file.bytes)
            .digest("hex"),
          table,
          mapping: null,
          shared: {},
          resume,
          trial
        })
      })

      const begin: Imports["Service"]["begin"] = Effect.fn("Imports.begin")(function* (user, listed) {
        const { software, source, table, shared, resume, trial, fields } = listed
        yield* mayImport(user, "importFacilities", software)
        const { corporatePassword: _, ...open } = shared
        return yield* begun(user, {
          kind: "importFacilities",
          software,
          mode: IntegrationMode.id.ViaFms,
          source,
          fingerprint: createHash("sha256")
            .update(JSON.stringify(["import", software, open, table]))
            .digest("hex"),
          table,
          mapping: fields.map((field) => ({ field, confidence: "exact" })),
          shared,
          resume,
          trial
        })
      })

      const map = Effect.fn("Imports.map")(function* (
        user: LoggedInUser,
        kind: ImportKind,
        importID: JobId,
        mapping: ReadonlyArray<ImportFieldName | null>
      ) {
        const { job, columns, software } = yield* edge(importOf(user, kind, importID))
        const fields = fieldsOfImport(kind, software)
        const fault = mappingFault(fields, columns.length, mapping)
        if (fault !== null) return yield* new ImportMappingRefused({ data: fault })
        const chosen = mapping.map((field, nth): MappedColumn => {
          const before = columns[nth]
          if (before !== undefined && before.field === field) return before
          return { field, confidence: field === null ? null : "chosen" }
        })
        const next = columnsOf(fields, columns, chosen)
        yield* asImport(plans.replan(user, importID, next))
        const headers = columns.map(({ header }) => header)
        if (!job.trial) yield* edge(rememberMapping(user, kind, headers, mapping))
        return yield* edge(asImport(tell(user, kind, importID)))
      })

      const start: Imports["Service"]["start"] = Effect.fn("Imports.start")(
        function* (session, kind, importID, from, resetPage) {
          const { user } = session
          const { job, software, mode, columns } = yield* edge(importOf(user, kind, importID))
          yield* mayImport(user, kind, software)
          if (resetPage !== undefined) {
            yield* edge(sql`UPDATE imports SET reset_page = ${resetPage} WHERE job_id = ${job.jobKey}`)
          }
          if (from === "receiving" && mode === IntegrationMode.id.ViaCsv) {
            yield* edge(
              rememberMapping(
                user,
                kind,
                columns.map(({ header }) => header),
                columns.map(({ field }) => field)
              )
            )
          }
          yield* asImport(
            // The rows of an import come with its file.
            Effect.catchTag(runs.start(session, importID, from), "JobRowsMissing", Effect.die)
          )
          return yield* edge(presentImport(user, kind, importID))
        }
      )

      const errors: Imports["Service"]["errors"] = Effect.fn("Imports.errors")(function* (user, kind, importID, from) {
        const { job, columns } = yield* importOf(user, kind, importID)
        const failed = yield* importRows(user, { jobKey: job.jobKey, kind }, columns, {
          from: from ?? 0,
          count: csvPiece,
          outcome: "fail"
        })
        const extra = Array.from({ length: (yield* widestFailure(job.jobKey)) - columns.length }, () => extraColumn)
        const headers = [...columns.map(({ header }) => header), ...extra]
        const head = from === undefined ? [csvLine([...headers, ...problemColumns])] : []
        const lines = failed.map(({ cells, extraCells, problem }) => {
          const own = [...cells, ...extra.map((_, nth) => extraCells[nth] ?? "")]
          return csvLine([...own, problem?.error ?? "", problem?.fix ?? ""])
        })
        const after = failed.length < csvPiece ? null : (failed.at(-1)?.row ?? null)
        return { csv: [...head, ...lines].join(""), rows: failed.length, after }
      }, edge)

      return Imports.of({
        upload,
        begin,
        map,
        start,
        errors,
        show: (user, kind, importID) => edge(presentImport(user, kind, importID)),
        rows: (user, kind, importID, query) =>
          edge(
            Effect.flatMap(importOf(user, kind, importID), ({ job: { jobKey }, columns }) =>
              importRows(user, { jobKey, kind }, columns, query)
            )
          ),
        fix: Effect.fn("Imports.fix")(function* (user, kind, importID, row, cells) {
          const { job } = yield* edge(importOf(user, kind, importID))
          const changed = yield* edge(asImport(plans.fix(user, importID, row, cells)))
          const updated = yield* edge(asImport(tell(user, kind, importID)))
          const query = { from: 0, count: changed.length, rows: changed }
          const rows = yield* edge(importRows(user, { jobKey: job.jobKey, kind }, updated.columns, query))
          return { rows, import: updated }
        }),
        cancel: Effect.fn("Imports.cancel")(function* (user, kind, importID) {
          const before = yield* edge(presentImport(user, kind, importID))
          yield* asImport(ledger.cancel(user, importID))
          // Canceling deletes a dry run, so the response is the import as it was before.
          return yield* edge(presentImport(user, kind, importID)).pipe(
            Effect.catchTag("ImportNotFound", () => Effect.succeed({ ...before, state: "cancelled" as const }))
          )
        })
      })
    })
  )
}
