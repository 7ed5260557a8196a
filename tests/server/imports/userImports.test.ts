import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, type JobId } from "#core/base/ids.ts"
import type { UserImport, UserImportRow } from "#core/imports/UserImport.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeFacility } from "../../support/fixture.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { betweenLooks } from "../jobs/jobPlace.ts"
import { csvOf, useImportPlace } from "./importPlace.ts"

const header = "Email,First name,Last name,Role,Facilities,Status"

describe.each(usualHomes)("imports of users, on $name", (home) => {
  const place = useImportPlace(home)
  const { ask, sql, company, enter } = place
  let owner = ""
  beforeAll(async () => {
    owner = await enter("acme", Role.id.Owner)
    for (const name of ["Maple St", "Oak Ave"]) await place.server.run(makeFacility(CompanyId.make(company.acme), name))
  })

  const upload = (text: string, more: { token?: string; name?: string; query?: string } = {}) => {
    const body = new FormData()
    body.append("file", new File([text], more.name ?? "team.csv"))
    const { token = owner, query = "" } = more
    return fetch(`${place.server.address}/api/users/import${query}`, {
      method: "POST",
      headers: { authorization: token },
      body
    })
  }
  const uploaded = async (...given: Parameters<typeof upload>): Promise<UserImport> => {
    const text = await (await upload(...given)).text()
    expect(text).toContain('"success":true')
    return (JSON.parse(text) as { readonly data: UserImport }).data
  }
  const rows = async (importID: JobId, outcome: string) =>
    (
      await ask<ReadonlyArray<UserImportRow>>(
        "GET",
        `/users/imports/${importID}/rows?count=1000&outcome=${outcome}`,
        undefined,
        owner
      )
    ).data
  const committed = async (importID: JobId, query = ""): Promise<UserImport> => {
    const answer = await ask("POST", `/users/imports/${importID}/commit${query}`, undefined, owner)
    expect(answer.text).toContain('"success":true')
    for (;;) {
      const { data } = await ask<UserImport>("GET", `/users/imports/${importID}`, undefined, owner)
      if (!data.running) return data
      await pause(betweenLooks)
    }
  }
  const person = async (email: string) => {
    const [found] = await sql(
      (sql) => sql<Record<string, unknown>>`
        SELECT first_name AS first, last_name AS last, role_id AS role, is_active AS active, facility_ids AS facilities,
          (SELECT count(*)::int FROM outbox o WHERE o.user_id = u.user_id) AS mails,
          (SELECT count(*)::int FROM audit_records a WHERE a.subject = 'user:' || u.user_id) AS records
        FROM users u WHERE email = ${email}`
    )
    return found
  }

  it("plan rows by the form's rules, apply them once with a record and an email each, and then have nothing to do", async () => {
    const text = csvOf(
      header,
      "one@acme.example.com,One,Row,Call Center Agent,maple st; Oak Ave,",
      `${emailOf("acme", Role.id.Vendor).toUpperCase()},,Renamed,,all,`,
      "no-name@acme.example.com,,,5,,",
      `${emailOf("other", Role.id.Owner)},A,B,5,,`,
      "chief2@acme.example.com,A,B,Super Admin,,",
      "role@acme.example.com,A,B,King,,",
      "far@acme.example.com,A,B,5,Elm Yard,",
      "off@acme.example.com,A,B,5,,Inactive",
      "ONE@acme.example.com,Two,Row,5,,",
      `${emailOf("acme", Role.id.Owner)},A,B,5,,`,
      "formula@acme.example.com,#N/A,Row,5,,"
    )
    const planned = await uploaded(text)
    expect(planned).toMatchObject({
      kind: "importUsers",
      state: "planned",
      source: "team.csv",
      missing: [],
      counts: { create: 2, update: 1, skip: 0, fail: 8 }
    })
    expect(planned).not.toHaveProperty("managementSoftware")
    expect(planned.columns.map(({ field }) => field)).toEqual([
      "email",
      "firstName",
      "lastName",
      "role",
      "facilities",
      "status"
    ])
    const failed = await rows(planned.importID, "fail")
    expect(failed.map(({ row, issues }) => [row, issues.map(({ field }) => field)])).toEqual([
      [4, ["firstName", "lastName"]],
      [5, ["email"]],
      [6, ["role"]],
      [7, ["role"]],
      [8, ["facilities"]],
      [10, ["email"]],
      [11, []],
      [12, ["firstName"]]
    ])
    expect(failed[1]?.problem?.error).toBe("Email already in use.")
    // Only roles that a customer's Owner can assign are listed.
    expect(failed[3]?.issues[0]?.expected).toContain("Personnel")
    expect(failed[3]?.issues[0]?.expected).not.toMatch(/Super Admin|Site/)
    expect(failed[6]?.problem?.error).toBe("You can't change your own role, facilities or status.")
    expect((await rows(planned.importID, "update"))[0]).toMatchObject({ row: 3, changes: ["lastName"] })
    expect(await person("one@acme.example.com")).toBeUndefined()

    const done = await committed(planned.importID)
    expect(done).toMatchObject({ state: "done", done: 11, failed: 8, counts: { create: 2, update: 1, fail: 8 } })
    expect(await person("one@acme.example.com")).toMatchObject({
      first: "One",
      role: Role.id.CallCenterAgent,
      mails: 1,
      records: 1
    })
    expect(await person("off@acme.example.com")).toMatchObject({ active: false, mails: 0, records: 1 })
    expect(await person(emailOf("acme", Role.id.Vendor))).toMatchObject({ last: "Renamed", role: Role.id.Vendor })
    const [made] = await rows(planned.importID, "create")
    const [record] = await sql(
      (sql) => sql<{ subject: string; action: string }>`
        SELECT subject, action FROM audit_records
        WHERE company_id = ${company.acme} AND seq = ${made?.auditSeq ?? 0}`
    )
    expect(record).toEqual({ subject: `user:${made?.userID}`, action: "users.create" })

    const again = await uploaded(text)
    expect(again.importID).not.toBe(planned.importID)
    expect(again.counts).toMatchObject({ create: 0, update: 0, skip: 3 })
    expect(await person("one@acme.example.com")).toMatchObject({ mails: 1, records: 1 })
    const jobs = await ask<ReadonlyArray<{ kind: string; state: string }>>("GET", "/jobs", undefined, owner)
    expect(jobs.data).toContainEqual(expect.objectContaining({ kind: "importUsers", state: "done" }))
  })

  it("read the ids of roles, facilities and statuses as spreadsheets write whole numbers", async () => {
    const [maple] = await sql(
      (sql) => sql<{ id: number }>`
        SELECT facility_id AS id FROM facilities WHERE company_id = ${company.acme} AND name = 'Maple St'`
    )
    const text = csvOf(header, `number@acme.example.com,2.0,Row,${Role.id.Admin}.0,${maple?.id ?? 0}.0,0.0`)
    const planned = await uploaded(text, { name: "numbers.csv" })
    expect(planned).toMatchObject({ counts: { create: 1, fail: 0 } })
    await committed(planned.importID)
    expect(await person("number@acme.example.com")).toMatchObject({
      first: "2.0",
      role: Role.id.Admin,
      facilities: [maple?.id],
      active: false
    })
  })

  it("split a name in one column, and refuse one without two parts", async () => {
    const text = csvOf(
      "Email,Name,Role",
      "jane@acme.example.com,Jane Doe,Vendor",
      'max@acme.example.com,"Roe, Max",Vendor',
      "cher@acme.example.com,Cher,Vendor"
    )
    const planned = await uploaded(text, { name: "names.csv" })
    expect(planned).toMatchObject({ missing: [], counts: { create: 2, fail: 1 } })
    const [failed] = await rows(planned.importID, "fail")
    expect(failed?.issues).toMatchObject([{ field: "fullName", column: 1, found: "Cher" }])
    await committed(planned.importID)
    expect(await person("jane@acme.example.com")).toMatchObject({ first: "Jane", last: "Doe" })
    expect(await person("max@acme.example.com")).toMatchObject({ first: "Max", last: "Roe" })
  })

  it("allow fixing cells and choosing columns, and return failed rows as a file to import again", async () => {
    const planned = await uploaded(
      csvOf("Person,Given,Family,Job", "fix@acme.example.com,F,I,Nobody", "bad@acme.example.com,B,A,Nobody"),
      { name: "fix.csv" }
    )
    expect(planned).toMatchObject({ missing: ["email"], counts: { fail: 2 } })
    const path = `/users/imports/${planned.importID}`
    const mapped = await ask<UserImport>(
      "PUT",
      `${path}/mapping`,
      { mapping: ["email", "firstName", "lastName", "role"] },
      owner
    )
    expect(mapped.data).toMatchObject({ missing: [], counts: { fail: 2 } })
    const fixed = await ask<{ readonly rows: ReadonlyArray<UserImportRow> }>(
      "PUT",
      `${path}/rows/2`,
      { cells: [{ column: 3, text: "Vendor" }] },
      owner
    )
    expect(fixed.data.rows).toMatchObject([{ row: 2, outcome: "create", issues: [], email: "fix@acme.example.com" }])
    const wrong = await ask("PUT", `${path}/mapping`, { mapping: ["facilityName", null, null, null] }, owner)
    expect(wrong).toMatchObject({ status: 422, code: "ImportMappingRefused" })
    await committed(planned.importID)
    expect(await person("fix@acme.example.com")).toMatchObject({ role: Role.id.Vendor })
    const errors = await ask<{ readonly csv: string }>("GET", `${path}/errors`, undefined, owner)
    expect(errors.data.csv.split("\r\n")[0]).toBe("Person,Given,Family,Job,error,fix")
    // The column mapping is remembered for the same headers.
    const again = await uploaded(errors.data.csv.replace("Nobody,", "Vendor,"), { name: "fix.errors.csv" })
    expect(again).toMatchObject({ total: 1, missing: [], counts: { create: 1, fail: 0 } })
    expect((await committed(again.importID)).failed).toBe(0)
    expect(await person("bad@acme.example.com")).toMatchObject({ role: Role.id.Vendor, mails: 1 })
  })

  it("keep a last Owner, end the sessions of deactivated users, and send progress events", async () => {
    const vendor = await enter("acme", Role.id.CallCenterAgent)
    const chief = await enter("acme", Role.id.SuperAdmin)
    const client = await connect(`${place.server.address}/api/hub`, { person: { token: owner } })
    await client.invoke("joinCompanyGroup", owner)
    const heard = listen(client, "importUserProgress")
    const planned = await uploaded(csvOf(header, `${emailOf("acme", Role.id.CallCenterAgent)},,,,,Inactive`), {
      name: "off.csv"
    })
    await committed(planned.importID)
    const over = { importID: planned.importID, percent: 100, done: 1, total: 1 }
    await until("the end was heard", () => JSON.stringify(heard.at(-1)) === JSON.stringify([over]))
    expect((await ask("GET", "/auth/user", undefined, vendor)).status).toBe(401)
    const owners = await uploaded(csvOf(header, `${emailOf("acme", Role.id.Owner)},,,Personnel,,`), {
      token: chief,
      name: "owners.csv",
      query: `?companyID=${company.acme}`
    })
    expect(owners.counts).toMatchObject({ fail: 1 })
  })

  it("need permission to edit users, not to edit facilities", async () => {
    const { importID } = await uploaded(csvOf(header, "who@acme.example.com,W,H,Vendor,,"), { name: "who.csv" })
    const agent = await enter("acme", Role.id.Personnel)
    const other = await enter("other", Role.id.Owner)
    expect((await upload(header, { token: agent })).status).toBe(403)
    for (const [method, rest, body] of [
      ["GET", ""],
      ["GET", "/rows"],
      ["GET", "/errors"],
      ["PUT", "/rows/2", { cells: [{ column: 1, text: "X" }] }],
      ["PUT", "/mapping", { mapping: [] }],
      ["POST", "/commit"],
      ["POST", "/resume"],
      ["POST", "/cancel"]
    ] as const) {
      expect([rest, (await ask(method, `/users/imports/${importID}${rest}`, body, agent)).status]).toEqual([rest, 403])
      expect([rest, (await ask(method, `/users/imports/${importID}${rest}`, body, other)).code]).toEqual([
        rest,
        "ImportNotFound"
      ])
      expect([rest, (await ask(method, `/facilities/imports/${importID}${rest}`, body, owner)).code]).toEqual([
        rest,
        "ImportNotFound"
      ])
    }
    const basic = await enter("basic", Role.id.Owner)
    expect((await upload(header, { token: basic })).status).toBe(403)
    const elsewhere = await ask(
      "POST",
      `/users/imports/${importID}/commit?resetLink=https://elsewhere.example.com/setpassword`,
      undefined,
      owner
    )
    expect([elsewhere.status, elsewhere.code]).toEqual([400, "Malformed"])
    // A dry run is an import that is deleted again.
    const trial = await uploaded(csvOf(header, "trial@acme.example.com,W,H,Vendor,,"), {
      name: "trial.csv",
      query: "?trial=true"
    })
    await ask("POST", `/users/imports/${trial.importID}/cancel`, undefined, owner)
    expect((await ask("GET", `/users/imports/${trial.importID}`, undefined, owner)).status).toBe(404)
    expect(await person("trial@acme.example.com")).toBeUndefined()
    const audit = await place.server.call(owner, (api) => api.audit.verify({ query: {} }))
    expect(audit.data.broken).toBeNull()
  })
})
