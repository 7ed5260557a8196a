import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { afterAll, beforeAll, expect } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId, JobId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { FacilityImport, ImportRow, RowOutcome } from "#core/imports/FacilityImport.ts"
import type { ServeOptions } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { betweenLooks } from "../jobs/jobPlace.ts"

export interface Answer<A> {
  readonly status: number
  readonly text: string
  readonly code: string | undefined
  readonly error: string | undefined
  readonly data: A
}

/** A CSV file with a header and rows. */
export const csvOf = (...lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n`

export const header = "Facility Name *,Phone Number *,Address *,City,State/Province/Region,Zip"

/** A server with the companies acme, other and basic (LocksOnly), and the import calls. */
export const useImportPlace = (home: TestHome, options: () => Partial<ServeOptions> = () => ({})) => {
  let server: TestServer
  let owner = ""
  const company = { acme: 0, other: 0, basic: 0 }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        company.acme = (yield* makeCompany("acme")).companyID
        company.other = (yield* makeCompany("other")).companyID
        company.basic = (yield* makeCompany("basic", { tier: Tier.id.LocksOnly })).companyID
      }),
      options()
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const ask = async <A = FacilityImport>(
    method: string,
    path: string,
    body?: unknown,
    token = owner
  ): Promise<Answer<A>> => {
    const answer = await server.fetch(`/api${path}`, { method, token, body })
    return { ...(answer.json as Answer<A>), status: answer.status, text: answer.text }
  }
  const upload = async (
    content: string | Uint8Array<ArrayBuffer>,
    more: { name?: string; software?: number; sheet?: string; token?: string; resume?: boolean; parts?: FormData } = {}
  ): Promise<Answer<FacilityImport>> => {
    const form = more.parts ?? new FormData()
    if (more.parts === undefined) form.append("file", new File([content], more.name ?? "sites.csv"))
    const query = new URLSearchParams({
      managementSoftware: String(more.software ?? 0),
      ...(more.sheet === undefined ? {} : { sheet: more.sheet }),
      ...(more.resume === undefined ? {} : { resume: String(more.resume) })
    }).toString()
    const response = await fetch(`${server.address}/api/facilities/import-csv?${query}`, {
      method: "POST",
      headers: { authorization: more.token ?? owner },
      body: form
    })
    const text = await response.text()
    return { ...(JSON.parse(text) as Answer<FacilityImport>), status: response.status, text }
  }
  const uploaded = async (...given: Parameters<typeof upload>): Promise<FacilityImport> => {
    const answer = await upload(...given)
    expect(answer.text).toContain('"success":true')
    return answer.data
  }
  const rows = async (importID: JobId, outcome?: RowOutcome): Promise<ReadonlyArray<ImportRow>> =>
    (
      await ask<ReadonlyArray<ImportRow>>(
        "GET",
        `/facilities/imports/${importID}/rows?count=1000${outcome === undefined ? "" : `&outcome=${outcome}`}`
      )
    ).data
  const ended = async (importID: JobId, token = owner): Promise<FacilityImport> => {
    for (;;) {
      const { data } = await ask("GET", `/facilities/imports/${importID}`, undefined, token)
      if (!data.running) return data
      await pause(betweenLooks)
    }
  }
  const committed = async (importID: JobId, token = owner): Promise<FacilityImport> => {
    const answer = await ask("POST", `/facilities/imports/${importID}/commit`, undefined, token)
    expect(answer.text).toContain('"success":true')
    return ended(importID, token)
  }
  const facilities = (companyID = company.acme) =>
    sql(
      (sql) => sql<Record<string, unknown> & { readonly facility_id: FacilityId; readonly name: string }>`
        SELECT * FROM facilities WHERE company_id = ${companyID} AND deleted_at IS NULL ORDER BY facility_id`
    )
  const audits = (companyID = company.acme) =>
    sql(
      (sql) => sql<{ readonly action: string; readonly subject: string; readonly payload: string }>`
        SELECT action, subject, payload FROM audit_records
        WHERE company_id = ${companyID} AND action LIKE 'facilities.%' ORDER BY seq`
    )
  /** Deletes all facilities, so that tests of one file don't affect each other. */
  const emptied = () => sql((sql) => sql`UPDATE facilities SET deleted_at = now() WHERE deleted_at IS NULL`)

  return {
    company,
    sql,
    ask,
    upload,
    uploaded,
    rows,
    ended,
    committed,
    facilities,
    audits,
    emptied,
    enter: (name: string, role: (typeof Role.ids)[number]) => server.enter(name, role),
    get server() {
      return server
    }
  }
}
