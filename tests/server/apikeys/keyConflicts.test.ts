import { describe, expect, it } from "vitest"
import { usualHomes } from "../../support/databases.ts"
import { type Answer, useKeyPlace } from "./keyPlace.ts"

describe.each(usualHomes)("two users editing one API key, on $name", (home) => {
  const place = useKeyPlace(home)
  const edit = (id: number, facts: object) =>
    place.send("PUT", "/companies/update-api-key", { ...place.form(facts), id })
  const one = async (id: number) => (await place.list()).find((each) => each["id"] === id)
  const conflict = (version: number) => ({ status: 409, code: "ApiKeyChangedMeanwhile", data: { version } })

  it("do not overwrite each other: the second edit of a version is refused", async () => {
    const { id, key } = await place.make({ name: "Gate" })
    expect(await one(id)).toMatchObject({ version: 1 })
    expect(await edit(id, { name: "Gate A", version: 1 })).toMatchObject({
      status: 200,
      data: { name: "Gate A", version: 2 },
      before: { name: "Gate", version: 1 }
    })
    expect(await edit(id, { name: "Gate B", isActive: false, version: 1 })).toMatchObject(conflict(2))
    expect(await one(id)).toMatchObject({ name: "Gate A", isActive: true, version: 2 })
    expect((await place.recordsOf(key)).map(({ action }) => action)).toEqual(["apikeys.update", "apikeys.create"])
    expect(await edit(id, { name: "Gate B", version: 2 })).toMatchObject({ status: 200, data: { version: 3 } })
    // Repeating it is no change. The documents' call sends no version and is accepted.
    expect(await edit(id, { name: "Gate B", version: 3 })).toMatchObject({ unchanged: true, data: { version: 3 } })
    expect(await edit(id, { name: "Gate C" })).toMatchObject({ status: 200, data: { version: 4 } })
  })

  it("conflict when concurrent: one edit of eight succeeds", async () => {
    const { id } = await place.make()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => edit(id, { name: `Gate ${nth}`, version: 1 }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await one(id)).toMatchObject({ name: `Gate ${won}`, version: 2 })
  })

  it("can't give several keys one name at the same time", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, (_, nth) => place.make({ name: `Yard ${nth}` })))
    const answers = await Promise.all(
      keys.map(({ id }, nth) => edit(id, { name: nth % 2 ? "Main gate" : "MAIN  Gate" }))
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === "ApiKeyNameTaken")).toHaveLength(7)
    const names = (await place.list()).map(({ name }) => String(name))
    expect(names.filter((name) => /^main +gate$/i.test(name))).toHaveLength(1)
  })

  it("keep the version when the key is rotated or used", async () => {
    const { id, secret } = await place.make()
    await place.seen(secret)
    await place.send("POST", `/companies/api-keys/${id}/rotate`, {})
    expect(await edit(id, { name: "Still", version: 1 })).toMatchObject({ status: 200 })
  })

  it("don't rotate a secret that the other has rotated: one of four at the same time succeeds", async () => {
    const { id, secret } = await place.make()
    const since = encodeURIComponent(String((await one(id))?.["secretSince"]))
    const rotate = () => place.send("POST", `/companies/api-keys/${id}/rotate?was=${since}`, {})
    const answers = await Promise.all(Array.from({ length: 4 }, rotate))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: "ApiKeyChangedMeanwhile",
      error: "This API key was changed by Owner acme since you opened it."
    })
    // The secret before works on, as the one rotation said.
    expect(await place.seen(secret)).toBeInstanceOf(Array)
  })

  it.each(["rotate", "revoke"] as const)(
    "never partly sign in a program that uses it during a rotation or revocation (%s)",
    async (what) => {
      const { id, secret } = await place.make()
      const call = (): Promise<Answer> => place.send("GET", "/locks", undefined, secret)
      const body = what === "rotate" ? { oldSecretHours: 0 } : {}
      const change = place.send("POST", `/companies/api-keys/${id}/${what}`, body)
      const during = Promise.all(Array.from({ length: 30 }, call))
      expect((await change).status).toBe(200)
      const after = await Promise.all(Array.from({ length: 10 }, call))
      for (const { status, code } of await during)
        expect([200, "ApiKeyNotAccepted"]).toContain(status === 200 ? 200 : code)
      expect(new Set(after.map(({ code }) => code))).toEqual(new Set(["ApiKeyNotAccepted"]))
    }
  )
})
