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
import { countText } from "#core/base/countText.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "./Verb.ts"

/** Rows that a list stops at where nobody says how many: about two screens. */
const screenful = 100

/** What a list answers with. */
interface Listed {
  readonly data: ReadonlyArray<object>
  /** How many there are, where somebody counts them. */
  readonly totalCount?: number
}

type RowOf<A extends Listed> = A["data"][number]

/** How a list is shown, and how it is fetched where the server gives it in pieces. */
export interface ListFacts<F extends InputFields, A extends Listed> {
  /** What it lists: "facilities". */
  readonly noun: string
  /** Its columns, or how they come of an answer, where names have to be asked for. */
  readonly columns:
    | ReadonlyArray<Column<RowOf<A>>>
    | ((answer: A, call: Call) => Effect.Effect<ReadonlyArray<Column<RowOf<A>>>, unknown, ApiClient>)
  /** For a command that takes a limit. Without it, one answer has every row. */
  readonly pieces?: {
    /** Rows that one answer has at most. */
    readonly most: number
    /** What asks for the rows after these; null where one answer can have every row. */
    readonly after: ((last: RowOf<A>, piece: number) => Partial<InputOf<F>>) | null
    /** Rows where nobody says how many. */
    readonly usual?: (input: InputOf<F>) => number
  }
  /** Another way to write it; `write` is null where a list was asked for. */
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

/** What every list takes: how many rows, and where all of them come in one answer, a text to narrow them. */
const listOptions = ({ input }: { readonly input: InputFields }, inPieces: boolean): InputFields => ({
  ...(inPieces ? {} : { search: searchField }),
  ...("limit" in input ? {} : { limit: limitField }),
  all: allField
})

/** What a list of this command can be narrowed and lengthened with. */
const ways = (call: Call): string => {
  const search = call.spec.inputs.find(({ label, required }) => label === "Search" && !required)
  const narrow =
    search === undefined ? "" : `, ${search.place === "argument" ? `add ${search.name}` : "--search"} to narrow`
  return `--all for all${narrow}`
}

/** What is said of a list that has `shown` rows of `total`, or of nobody knows how many. */
const remarkOf = (call: Call, noun: string, shown: number, total: number | null, search: string | undefined) => {
  if (total === null) return `The newest ${countText(shown)} · ${ways(call)}`
  if (shown < total) return `${countText(shown)} of ${countText(total)} · ${ways(call)}`
  if (shown > 0) return null
  return search === undefined ? `No ${noun}.` : `No ${noun} match '${search}'.`
}

/** What was typed for a list, besides the inputs of its command. */
interface ListInput {
  readonly all?: boolean | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
}

/** Reads what was typed for a list; how many and all of them exclude each other. */
const listInput = Effect.fnUntraced(function* (call: Call, fields: InputFields) {
  const input = (yield* readInput(call, fields)) as ListInput
  if (input.all === true && input.limit !== undefined) {
    return yield* Effect.fail(
      usageFailure("Use --all or --limit, not both.", "Remove one of them.", { field: "limit" })
    )
  }
  return input
})

/** The rows of a list that the server gives in pieces, as many as are wanted, and how many there are. */
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
    // The same size for every piece, so that pages by number line up.
    answer = yield* runOf(command)({ ...input, limit: most, ...after(last, piece) })
    rows.push(...answer.data)
  }
  const more = rows.length > wanted || answer.data.length === Math.min(wanted, most)
  return { answer: first, rows: rows.slice(0, wanted), total: first.totalCount ?? (more ? null : rows.length) }
})

/** Shows a list: all of it in a pipe where one answer has it, a screenful at a terminal, and what was left out. */
const showList = Effect.fnUntraced(function* <F extends InputFields, A extends Listed>(
  call: Call,
  command: Command<F, A>,
  facts: ListFacts<F, A>,
  input: InputOf<F> & ListInput
) {
  const { all = false, limit, search } = input
  const { noun, columns, pieces } = facts
  const atTerminal = call.terminal.columns !== null && call.terminal.manner.format.kind === "table"
  const most = all ? Number.POSITIVE_INFINITY : (limit ?? (atTerminal ? screenful : Number.POSITIVE_INFINITY))
  const found =
    pieces === undefined
      ? yield* Effect.map(runOf(command)(input), (answer) => ({ answer, rows: answer.data, total: answer.data.length }))
      : yield* inPieces(command, input, pieces, all ? most : (limit ?? pieces.usual?.(input) ?? screenful))
  const columnsOf = typeof columns === "function" ? yield* columns(found.answer, call) : columns
  const matching = pieces === undefined && search !== undefined ? matches(found.rows, columnsOf, search) : found.rows
  const rows = matching.slice(0, most)
  const total = pieces === undefined || found.total === null ? matching.length : found.total
  const counted = found.total === null && rows.length === matching.length ? null : total
  const remark = remarkOf(call, noun, rows.length, counted, search)
  return yield* Effect.promise(() => show(call.terminal, shownList(noun, rows, columnsOf, remark)))
})

const matches = <Row extends object>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  search: string
): ReadonlyArray<Row> => {
  const wanted = search.toLowerCase()
  return rows.filter((row) => columns.some((column) => column.text(row).toLowerCase().includes(wanted)))
}

/** The verb of a list: `--limit`, `--all` and, where every row is here, `--search`. */
export const listVerb = <F extends InputFields, A extends Listed>(
  command: Command<F, A>,
  facts: ListFacts<F, A>
): Verb => {
  const options = { ...listOptions(command, facts.pieces !== undefined), ...facts.file?.options }
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
