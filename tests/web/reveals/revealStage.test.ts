import { describe, expect, it } from "vitest"
import { AccessDenied, TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Unavailable } from "#core/api/ApiErrors.ts"
import { type Problem, words } from "#core/api/problem.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { RevealDenied, RevealNotOffered } from "#core/reveals/RevealErrors.ts"
import { maxReasonLength, revealReasons } from "#core/reveals/revealReasons.ts"
import { stageAfter } from "#web/features/reveals/revealFailure.ts"
import { firstStage, noChoice, otherAt, reasonOf, serialDigitsOf } from "#web/features/reveals/revealStage.ts"

const refused = (problem: Problem) => ({ problem, offline: false, words: words(problem) })

describe("the reason", () => {
  it("is missing until one is selected", () => {
    expect(reasonOf(noChoice)).toBeNull()
  })

  it("is one of the documents' reasons for each of the first keys", () => {
    expect(revealReasons.slice(0, otherAt).map((_, at) => reasonOf({ at, words: "" }))).toEqual(
      revealReasons.slice(0, otherAt)
    )
  })

  it("needs text for Other, and blanks don't count", () => {
    expect(reasonOf({ at: otherAt, words: "" })).toBeNull()
    expect(reasonOf({ at: otherAt, words: "  \n " })).toBeNull()
    expect(reasonOf({ at: otherAt, words: "other" })).toBeNull()
    expect(reasonOf({ at: otherAt, words: " Gate left open " })).toBe("Gate left open")
    expect(reasonOf({ at: otherAt, words: "x".repeat(maxReasonLength + 1) })).toBeNull()
  })

  it("ignores the text when another one is selected", () => {
    expect(reasonOf({ at: 0, words: "Gate left open" })).toBe(revealReasons[0])
  })
})

describe("the dialog", () => {
  it("starts with the reasons for 8 digits, otherwise with the serial code", () => {
    expect(firstStage("10482233").kind).toBe("asking")
    expect(firstStage("1048")).toMatchObject({ kind: "serial", typed: "1048", unknown: false })
  })

  it("accepts grouped digits", () => {
    expect(serialDigitsOf(" 1048 2233")).toBe("10482233")
    expect(serialDigitsOf("1048-2233")).toBe("10482233")
  })
})

describe("a reveal that fails", () => {
  it("keeps an unknown serial code for correction", () => {
    expect(stageAfter("10482234", refused(new LockNotFound()))).toEqual({
      kind: "serial",
      typed: "10482234",
      unknown: true,
      failure: null
    })
  })

  it("is final if asking again changes nothing", () => {
    for (const problem of [
      new RevealDenied(),
      new RevealNotOffered(),
      new AccessDenied({ data: { area: 1, level: 1 } })
    ]) {
      expect(stageAfter("10482233", refused(problem))).toEqual({ kind: "denied", words: words(problem) })
    }
  })

  it("returns to the reasons with its message, including for rate limits and audit failures", () => {
    const busy = new TooManyRequests({ data: { retryAfter: 7 } })
    expect(stageAfter("10482233", refused(busy))).toMatchObject({
      kind: "asking",
      failure: { next: "Wait 7 seconds and try again." }
    })
    const unwritten = new Unavailable({ data: { what: "audit" } })
    expect(stageAfter("10482233", refused(unwritten))).toMatchObject({
      failure: { error: "We couldn't write the audit record, so nothing was revealed." }
    })
  })

  it("explains an offline server, and shows the documents' message if there is none", () => {
    const nothing = { problem: null, words: { error: "Something went wrong.", next: "Reload the page." } }
    expect(stageAfter("10482233", { ...nothing, offline: true })).toMatchObject({
      failure: { error: "Can't reveal the combination: we couldn't reach the server." }
    })
    expect(stageAfter("10482233", { ...nothing, offline: false })).toMatchObject({
      failure: { error: "An unexpected error occurred" }
    })
  })
})
