import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { JobId } from "#core/base/ids.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { usualHomes } from "../../support/databases.ts"
import { csvOf, header, useImportPlace } from "./importPlace.ts"

describe.each(usualHomes)("an import whose company loses a feature, on $name", (home) => {
  const place = useImportPlace(home)
  const { uploaded, facilities, ask, ended, sql, company } = place

  const setFeature = (feature: number, access: number | null) =>
    sql(
      (sql) =>
        sql`UPDATE companies SET feature_overrides = ${JSON.stringify(access === null ? {} : { [feature]: access })}::text::jsonb
          WHERE company_id = ${company.acme}`
    )
  /** The import as if its server was killed: another one takes it over. */
  const abandon = (importID: JobId) =>
    sql(
      (sql) => sql`
        UPDATE jobs j SET state = 'applying', runner = 'gone', runs_until = now(), session_id =
          (SELECT max(s.session_id) FROM sessions s WHERE s.user_id = j.user_id AND s.ended_at IS NULL)
        WHERE number = ${importID} AND company_id = ${company.acme}`
    )

  it.each([
    [
      Feature.id.Facilities,
      Fms.id.NotListed,
      "Your plan includes Facilities, but it is turned off. Renew your subscription or contact support."
    ],
    [
      Feature.id.FMSIntegration,
      Fms.id.Sitelink,
      "Your plan includes FMS Integration, but it is turned off. Renew your subscription or contact support."
    ]
  ])("stops, says why, and is not resumed without it (feature %i)", async (feature, software, why) => {
    const { importID } = await uploaded(csvOf(header, `Of ${feature},5550100200,10 Maple St,,,`), { software })
    await setFeature(feature, FeatureAccess.id.Upgradeable)
    await abandon(importID)
    const notices = async () => {
      const owner = await place.enter("acme", Role.id.Owner)
      const { data } = await place.server.call(owner, (api) => api.notices.list({ query: {} }))
      return data.filter(({ path }) => path === `/jobs/${importID}`)
    }
    await expect.poll(notices, { timeout: 20_000, interval: 50 }).toEqual([
      expect.objectContaining({
        kind: "warning",
        message: expect.stringMatching(/ stopped at 0 of 1 row\.$/),
        next: `${why} Then open the job to resume it. Resuming won't repeat any rows.`
      })
    ])
    const owner = await place.enter("acme", Role.id.Owner)
    for (const path of [`/jobs/${importID}`, `/facilities/imports/${importID}`]) {
      expect(await ask("POST", `${path}/resume`, undefined, owner)).toMatchObject({
        status: 403,
        code: "FeatureNotIncluded",
        data: { feature }
      })
    }
    await setFeature(feature, null)
    expect((await facilities()).some(({ name }) => name === `Of ${feature}`)).toBe(false)
    const later = await place.enter("acme", Role.id.Owner)
    expect((await ask("POST", `/jobs/${importID}/resume`, undefined, later)).status).toBe(200)
    expect(await ended(importID, later)).toMatchObject({ state: "done", done: 1, failed: 0 })
  })
})
