import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { closest } from "#core/base/closest.ts"
import { shellWord } from "#core/base/shellWord.ts"
import { mostCompanies, type CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { findByName } from "#core/base/findByName.ts"
import { normalName } from "#core/base/findNamed.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { defaultProfile, type Target } from "#cli/local/connection.ts"
import { Failure, isFailure } from "#cli/output/Failure.ts"
import { problemFailure } from "#cli/output/failureOf.ts"

/** The maximum number of candidates listed. */
const mostNamed = 10

const ambiguous = (typed: string, total: number, candidates: ReadonlyArray<CompanyChoice>) => {
  const isFullName = candidates.every(({ companyName }) => normalName(companyName) === normalName(typed))
  return new Failure({
    code: "AmbiguousCompany",
    message: isFullName
      ? `${candidates.length} companies are named '${typed}'.`
      : `'${typed}' could be any of ${total} companies.`,
    next: isFullName ? "Use the ID instead." : "Use the full name or the ID. See lockdesk companies ls.",
    exit: exitCodes.conflict,
    field: "company",
    candidates: candidatesOf(candidates)
  })
}

const candidatesOf = (companies: ReadonlyArray<CompanyChoice>): ReadonlyArray<string> =>
  companies.slice(0, mostNamed).map(({ companyID, companyName }) => `${companyID}  ${companyName}`)

/**
 * The company named with `--company`: by id, full name, or a part that only one name contains. Fails if there is none or if it
 * is ambiguous; for roles that act only for their own company it fails like the server.
 */
export const companyOf = Effect.fnUntraced(function* (
  typed: string
): Effect.fn.Return<CompanyChoice, unknown, ApiClient> {
  const search = typed.trim().replace(/\s+/g, " ")
  const { data, totalCount } = yield* runOf(listCompanies)({ search, limit: mostCompanies })
  const match = findByName(data, search, {
    idOf: ({ companyID }) => companyID,
    nameOf: ({ companyName }) => companyName
  })
  // More names may match than the response has, unless it is the full name or the id, which come first.
  if (match.kind === "found") return match.one
  if (match.kind === "ambiguous") {
    const { candidates } = match
    return yield* Effect.fail(ambiguous(typed, Math.max(candidates.length, totalCount), candidates))
  }
  const near = nearest(search, (yield* runOf(listCompanies)({ limit: mostCompanies })).data)
  const [one, ...others] = near
  const meant =
    one === undefined ? "" : others.length === 0 ? ` Did you mean '${one.companyName}'?` : " Did you mean one of these?"
  return yield* Effect.fail(
    new Failure({
      code: "CompanyNotFound",
      message: `There is no company '${typed}'.${meant}`,
      next: "See lockdesk companies ls.",
      exit: exitCodes.notFound,
      field: "company",
      ...(others.length === 0 ? {} : { candidates: candidatesOf(near) })
    })
  )
})

/** The closest companies to a misspelled name, comparing full names or as many words as were typed. */
const nearest = (typed: string, companies: ReadonlyArray<CompanyChoice>): ReadonlyArray<CompanyChoice> => {
  const words = typed.split(" ").length
  const namesOf = ({ companyName }: CompanyChoice) => {
    const name = companyName.toLowerCase()
    return [name, name.split(" ").slice(0, words).join(" ")]
  }
  const near = closest(typed, companies.flatMap(namesOf))
  return near === undefined ? [] : companies.filter((company) => namesOf(company).includes(near))
}

/**
 * The company that a target acts for; null for the user's own. A failure says where the company is set, and how to unset it.
 */
export const companyOfTarget = (target: Target): Effect.Effect<CompanyChoice | null, unknown, ApiClient> =>
  target.company === null
    ? Effect.succeed(null)
    : Effect.mapError(companyOf(target.company), (error) => {
        if (isFailure(error)) return named(error, target)
        if (!isProblem(error)) return error
        if (error._tag === "NotForApiKeys") return named(ofKey(problemFailure(error)), target)
        const denied = error._tag === "AccessDenied" || error._tag === "RoleNotAllowed"
        return denied ? named(problemFailure(error), target) : error
      })

const ofKey = ({ facts }: Failure): Failure =>
  new Failure({
    ...facts,
    message: "An API key acts only for its own company.",
    next: "To act for another company, sign in as a person."
  })

const named = ({ facts }: Failure, { companyFrom, profile }: Target): Failure => {
  const at = profile === defaultProfile ? "" : ` --profile ${shellWord(profile)}`
  switch (companyFrom) {
    case "environment":
      return new Failure({
        ...facts,
        message: `${facts.message} The company is set in LOCKDESK_COMPANY.`,
        next: `${facts.next} To act for your own company, unset LOCKDESK_COMPANY.`
      })
    case "setting":
      return new Failure({
        ...facts,
        message: `${facts.message} The company is set by the 'company' setting of profile ${profile}.`,
        next: `${facts.next} To act for your own company, run: lockdesk config set company ''${at}`
      })
    default:
      return new Failure({
        ...facts,
        message: `${facts.message} The company is set with --company.`,
        next: `${facts.next} To act for your own company, leave out --company.`
      })
  }
}
