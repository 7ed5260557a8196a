import { foldText } from "#core/base/search/foldText.ts"
import { Effect, Schema } from "effect"
import type { HttpClient } from "effect/http"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Command, InputField, InputFields, InputOf } from "#core/commands/Command.ts"
import { limitField, textField } from "#core/commands/fields.ts"
import type { ExitCode } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { show, shownList } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"
import { runOf } from "#core/commands/runOf.ts"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "./Verb.ts"

/** The default number of rows: about two screens. */
const screenful = 100

/** The response of a list. */
interface Listed {
  readonly data: ReadonlyArray<object>
  /** The total, if it is known. */
  readonly totalCount?: number
}

type RowOf<A extends Listed> = A["data"][number]

/** How to show a list, and how to fetch it in pages. */
export interface ListFacts<F extends InputFields, A extends Listed> {
  /** The things listed: "facilities". */
  readonly noun: string
  /** Its columns, or a function of the response if names have to be loaded. */
  readonly columns:
    | ReadonlyArray<Column<RowOf<A>>>
    | ((answer: A, call: Call) => Effect.Effect<ReadonlyArray<Column<RowOf<A>>>, unknown, ApiClient>)
  /** Rows listed only with `--all`, and what they are called. For a list whose response has every row. */
  readonly onlyWithAll?: {
    readonly is: (row: RowOf<A>) => boolean
    /** "inactive user" */
    readonly one: string
    readonly several: string
  }
  /** For a command with a limit. Without it, one response has every row. */
  readonly pieces?: {
    /** The maximum number of rows per response. */
    readonly most: number
    /** The inputs that request the next rows; null if one response can have every row. */
    readonly after: ((last: RowOf<A>, piece: number) => Partial<InputOf<F>>) | null
    /** The default number of rows. */
    readonly usual?: (input: InputOf<F>) => number
  }
  /** Runs if nothing was found; may fail with a better explanation. */
  readonly whenNone?: (input: InputOf<F>) => Effect.Effect<void, unknown, ApiClient>
  /** What to do about the listed rows, or null. Printed after them. */
  readonly advice?: (rows: ReadonlyArray<RowOf<A>>) => string | null
  /** Another output format; `write` is null for a list on screen. */
  readonly file?: {
    readonly options: InputFields
    readonly write: (
      call: Call,
      input: InputOf<F>
    ) => Effect.Effect<ExitCode | null, unknown, ApiClient | HttpClient.HttpClient>
  }
}

const allField = {
  schema: Schema.Boolean,
  label: "All",
  description: "All rows",
  optional: true
} as const satisfies InputField<boolean>

const searchField = textField({ label: "Search", description: "Only rows that contain this text", optional: true })

/** Options of every list: the number of rows and, if all come in one response, a search text. */
const listOptions = <F extends InputFields, A extends Listed>(
  { input }: Command<F, A>,
  { pieces, onlyWithAll }: ListFacts<F, A>
): InputFields => ({
  ...(pieces === undefined ? { search: searchField } : {}),
  ...("limit" in input ? {} : { limit: limitField }),
  all:
    onlyWithAll === undefined
      ? allField
      : { ...allField, description: `${allField.description}, including ${onlyWithAll.several}` }
})

/** The options by which this list can be filtered or extended. */
const ways = (call: Call): string => {
  const search = call.spec.inputs.find(({ label, required }) => label === "Search" && !required)
  const narrow =
    search === undefined ? "" : `, ${search.place === "argument" ? `add ${search.name}` : "--search"} to narrow`
  return `--all for all${narrow}`
}

/** The remark on a list that shows `shown` rows of `total`, which may be unknown. */
const remarkOf = (call: Call, noun: string, shown: number, total: number | null, search: string | undefined) => {
  if (total === null) return `The newest ${countText(shown)} · ${ways(call)}`
  if (shown < total) return `${countText(shown)} of ${countText(total)} · ${ways(call)}`
  if (shown > 0) return null
  return search === undefined ? `No ${noun}.` : `No ${noun} match '${search}'.`
}

/** The typed options of a list, besides its command's inputs. */
interface ListInput {
  readonly all?: boolean | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
}

/** Reads the options of a list. A limit and --all can't be combined. */
const listInput = Effect.fnUntraced(function* (call: Call, fields: InputFields) {
  const input = (yield* readInput(call, fields)) as ListInput
  if (input.all === true && input.limit !== undefined) {
    return yield* Effect.fail(
      usageFailure("Use --all or --limit, not both.", "Remove one of them.", { field: "limit" })
    )
  }
  return input
})

/** The requested rows of a paged list, and the total. */
const inPieces = Effect.fnUntraced(function* <F extends InputFields, A extends Listed>(
  command: Command<F, A>,
  input: InputOf<F>,
  { most, after }: NonNullable<ListFacts<F, A>["pieces"]>,
  wanted: number
) {
  const first = yield* runOf(command)({ ...input, limit: Math.min(wanted, most) })
  let answer = first
  const rows: Array<RowOf<A>> = [...answer.data]
  for (let piece = 1; after !== null && answer.data.length === most && rows.length < wanted; piece++) {
    const last = answer.data.at(-1)
    if (last === undefined) break
    // All pages have the same size, so that numbered pages line up.
    answer = yield* runOf(command)({ ...input, limit: most, ...after(last, piece) })
    rows.push(...answer.data)
  }
  const more = rows.length > wanted || answer.data.length === Math.min(wanted, most)
  return { answer: first, rows: rows.slice(0, wanted), total: first.totalCount ?? (more ? null : rows.length) }
})

/** Shows a list, the same at a terminal and in a pipe: a screenful by default, and how many rows were left out. */
const showList = Effect.fnUntraced(function* <F extends InputFields, A extends Listed>(
  call: Call,
  command: Command<F, A>,
  facts: ListFacts<F, A>,
  input: InputOf<F> & ListInput
) {
  const { all = false, limit, search } = input
  const { noun, columns, pieces, onlyWithAll, whenNone, advice = () => null } = facts
  const most = all ? Number.POSITIVE_INFINITY : (limit ?? pieces?.usual?.(input) ?? screenful)
  const found =
    pieces === undefined
      ? yield* Effect.map(runOf(command)(input), (answer) => ({ answer, rows: answer.data, total: answer.data.length }))
      : yield* inPieces(command, input, pieces, most)
  if (found.rows.length === 0 && whenNone !== undefined) yield* whenNone(input)
  const columnsOf = typeof columns === "function" ? yield* columns(found.answer, call) : columns
  const searched = pieces === undefined && search !== undefined ? matches(found.rows, columnsOf, search) : found.rows
  const matching = all || onlyWithAll === undefined ? searched : searched.filter((row) => !onlyWithAll.is(row))
  const omitted = searched.length - matching.length
  const rows = matching.slice(0, most)
  const total = pieces === undefined || found.total === null ? matching.length : found.total
  const counted = found.total === null && rows.length === matching.length ? null : total
  const remarks = [
    remarkOf(call, noun, rows.length, counted, search),
    omitted === 0 || onlyWithAll === undefined
      ? null
      : `${countOf(omitted, onlyWithAll.one, onlyWithAll.several)} not listed · --all to list them`,
    advice(rows)
  ].filter((remark) => remark !== null)
  const remark = remarks.length === 0 ? null : remarks.join("\n")
  return yield* show(call.terminal, shownList(noun, rows, columnsOf, remark))
})

const matches = <Row extends object>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  search: string
): ReadonlyArray<Row> => {
  const wanted = foldText(search)
  return rows.filter((row) => columns.some((column) => foldText(column.text(row)).includes(wanted)))
}

/** The verb of a list: `--limit`, `--all` and, if every row is loaded, `--search`. */
export const listVerb = <F extends InputFields, A extends Listed>(
  command: Command<F, A>,
  facts: ListFacts<F, A>
): Verb => {
  const options = { ...listOptions(command, facts), ...facts.file?.options }
  return verbOf(command, {
    options,
    run: Effect.fnUntraced(function* (call: Call) {
      const input = yield* listInput(call, { ...command.input, ...options })
      const written = facts.file === undefined ? null : yield* facts.file.write(call, input as InputOf<F>)
      if (written !== null) return written
      return yield* showList(call, command, facts, input as InputOf<F> & ListInput)
    })
  })
}
