import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Audit } from "#server/audit/Audit.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, read, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("the audit log in the terminal", () => {
  /** The number of records: enough that an export needs several pages. */
  let records = 0

  sharePlace(Role.id.Admin)
  beforeAll(async () => {
    const reveal = {
      action: "reveals.approve",
      subject: there.available,
      detail: { reason: "Remove Overlock" }
    } as const
    const { companyID } = place
    await place.server.run(
      Effect.gen(function* () {
        const audit = yield* Audit
        for (let n = 0; n < 1010; n++)
          yield* audit.append({ companyID, at: new Date().toISOString(), userID: null, ...reveal })
      })
    )
    records = JSON.parse((await admin.run(["audit", "verify", "--json"])).stdout).records
  })

  it("lists the newest records with their total", async () => {
    const ended = await admin.run(["audit", "ls", "--limit", "2", "--json", "seq,action,subject"])
    expect(ended).toMatchObject({ code: 0, stderr: `2 of ${records.toLocaleString("en-US")} · --all for all\n` })
    expect(JSON.parse(ended.stdout)).toEqual([
      { seq: records, action: "reveals.approve", subject: there.available },
      { seq: records - 1, action: "reveals.approve", subject: there.available }
    ])
  })

  it("exports every record, oldest first, in chunks", async () => {
    const exported = await admin.run(["audit", "export"])
    expect(exported.code).toBe(0)
    const lines = exported.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.seq)).toEqual(Array.from({ length: lines.length }, (_, index) => index + 1))
    expect(lines.length).toBeGreaterThanOrEqual(records)
    expect(exported.stderr).toBe(`${lines.length.toLocaleString("en-US")} records\n`)

    const json = await admin.run(["audit", "export", "--json", "seq,action", "--from", "1000"])
    expect(JSON.parse(json.stdout)[0]).toEqual({ seq: 1001, action: "reveals.approve" })
    expect(JSON.parse((await admin.run(["audit", "export", "--format", "json"])).stdout)).toHaveLength(lines.length)
    const csv = (await admin.run(["audit", "export", "--format", "csv"])).stdout.trimEnd().split("\r\n")
    expect(csv[0]).toBe("seq,at,userID,userName,action,subject,payload,hash")
    expect(csv).toHaveLength(lines.length + 1)
    expect((await admin.run(["audit", "export", "--format", "json", "--from", "999999"])).stdout).toBe("[\n\n]\n")
    expect((await admin.run(["audit", "export", "--format", "xlsx"])).code).toBe(2)
  })

  it("continues if its messages have no reader", async () => {
    const line = '"$LOCKDESK" audit ls --limit 1 --json action 2>&1 > kept.json | true; echo "code ${PIPESTATUS[0]}"'
    expect((await admin.shell(line)).stdout).toBe("code 0\n")
    expect(JSON.parse(read("kept.json"))).toHaveLength(1)
  })

  it("ends silently with 141 when the reader closes the pipe, and with 1 when nothing can be written", async () => {
    const piped = await admin.shell('"$LOCKDESK" audit export | head -1; echo "code ${PIPESTATUS[0]}"')
    expect(piped.stdout).toMatch(/^\{"seq":1,.*\ncode 141\n$/)
    expect(piped.stderr).toBe("")
    const full = await admin.shell('"$LOCKDESK" audit export > /dev/full; echo "code $?"')
    expect(full.stdout).toBe("code 1\n")
    expect(errorOf(full)["code"]).toBe("CannotWrite")
  })

  it("ends with 0 for an intact log, and with 12 and the first invalid record for a broken one", async () => {
    const whole = await admin.run(["audit", "verify"])
    expect(whole.code).toBe(0)
    expect(whole.stdout).toMatch(/Intact +yes/)
    await place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE audit_records DISABLE TRIGGER ALL`
        yield* sql`UPDATE audit_records SET payload = replace(payload, 'Remove Overlock', 'Other') WHERE company_id = ${place.companyID} AND seq = 500`
      })
    )
    const broken = await admin.run(["audit", "verify", "--json"])
    expect(broken.code).toBe(12)
    expect(JSON.parse(broken.stdout)).toMatchObject({ broken: { seq: 500, reason: "changed" } })
    expect(broken.stderr).toMatch(/record 500 of \d{4}-\S+Z was changed/)
  })

  it("is refused without Reports", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    for (const verb of ["ls", "verify", "export"]) {
      const ended = await agent.run(["audit", verb])
      expect(ended).toMatchObject({ code: 5, stdout: "" })
      expect(errorOf(ended)["code"]).toBe("AccessDenied")
    }
  })
})
