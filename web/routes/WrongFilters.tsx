import "#web/ui/Banner.css"
import "./wrongFilters.css"
import { useQuery } from "@tanstack/react-query"
import { useLocation, useMatches, useNavigate, useRouter } from "@tanstack/react-router"
import { Predicate, Schema } from "effect"
import { choicesOf } from "#core/commands/wrongChoice.ts"
import type { RouteId } from "#core/navigation/routes.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { rememberFacility, selectedFacility } from "#web/app/selectedFacility.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { fmsResultKinds, fmsSorts } from "#web/features/dashboard/fmsRows.ts"
import { useLastListed } from "#web/grid/GridExport.ts"
import { keepFilters, keptFilters } from "#web/grid/gridMemory.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { filterProblems, type ListAddress } from "./filterProblems.ts"

/** Screens with a list that isn't a grid. */
const otherLists: ReadonlySet<RouteId> = new Set<RouteId>([
  "dashboard",
  "jobs",
  "jobs.show",
  "outbox",
  "facilities.drift",
  "facilities.import",
  "team.import"
])

/** Values of the filters whose list the router doesn't load. */
const allowed: ListAddress["allowed"] = {
  fmsResult: fmsResultKinds.map(({ kind }) => kind),
  fmsSort: fmsSorts.flatMap(({ sort }) => (sort === "" ? [] : [sort]))
}

/** Allowed values of a screen's parameters that have a fixed list. */
const allowedBy = (validate: unknown): ListAddress["allowed"] => {
  const fields = Predicate.hasProperty(validate, "fields") && Predicate.isObject(validate.fields) ? validate.fields : {}
  const lists = Object.entries(fields).flatMap(([name, schema]) => {
    const values = Schema.isSchema(schema) ? choicesOf({ schema }) : []
    return values.length === 0 ? [] : [[name, values] as const]
  })
  return { ...Object.fromEntries(lists), ...allowed }
}

/** The parameters of the address that a screen takes. */
const takenBy = (validate: unknown, written: ListAddress["written"]): ListAddress["taken"] => {
  const taken: unknown = Predicate.isFunction(validate) ? validate(written) : null
  return Predicate.isObject(taken) ? { ...taken } : {}
}

/** Explains the filters in the address that this list doesn't have or can't read, and removes them. */
export const WrongFilters = () => {
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const written: ListAddress["written"] = useLocation({ select: ({ search }) => search })
  const { options } = useRouter().routesById[routeId ?? "__root__"]
  const navigate = useNavigate()
  const listed = useLastListed()?.() ?? null
  const taken = takenBy(options.validateSearch, written)
  const facilities = useQuery({ ...facilitiesQuery(), enabled: taken["facilityID"] !== undefined })
  const id = options.staticData?.id ?? "home"
  // Process Returned has a grid only while a report is open.
  const isList = listed !== null || otherLists.has(id) || (id === "locks.returned" && taken["report"] === undefined)
  const facilityGone =
    facilities.data?.every(({ facilityID }) => facilityID !== taken["facilityID"]) === true &&
    taken["facilityID"] !== undefined
  const address: ListAddress = {
    written,
    taken,
    allowed: allowedBy(options.validateSearch),
    columns: listed?.all ?? null,
    facilityGone
  }
  const { problems, right } = isList ? filterProblems(address) : { problems: [], right: written }
  const isWrong = problems.length > 0
  const remove = (): void => {
    // Otherwise the list would come back with what it remembers.
    if (listed !== null && keptFilters(listed.list) === written["filter"]) {
      keepFilters(listed.list, String(right["filter"] ?? ""))
    }
    if (facilityGone && selectedFacility() === taken["facilityID"]) rememberFacility(null)
    void navigate({ to: ".", search: () => right, replace: true })
  }
  useCommands({ scope: "anywhere", handlers: { "layer.close": remove } }, isWrong)
  if (!isWrong) return null
  return (
    <div role="alert" className="banner wrong-filters">
      <div>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <CommandButton command="layer.close">Remove wrong filters</CommandButton>
    </div>
  )
}
