import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import { logoLimits } from "#core/subdomains/subdomainLimits.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { bomb, jpeg, jpegNote, movingGif, pngOf, sizeOf } from "../../support/logoImages.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const text = (content: string) => new TextEncoder().encode(content)
const joined = (...parts: ReadonlyArray<Uint8Array>) => new Uint8Array(Buffer.concat(parts))

describe.each(usualHomes)("logos of subdomains, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let id: SubdomainId
  const add = async (token: string, subdomainUrl: string) =>
    (
      await server.call(token, (api) =>
        api.subdomains.create({ query: {}, payload: { displayName: "Portal", subdomainUrl } })
      )
    ).data.id
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
        yield* makeCompany("other")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
    id = await add(owner, "maple")
  })
  afterAll(() => server.close())

  const send = async (files: ReadonlyArray<Uint8Array<ArrayBuffer>>, { to = id, token = owner, more = "" } = {}) => {
    const form = new FormData()
    for (const bytes of files) form.append("file", new File([bytes], "../../logo.svg", { type: "text/html" }))
    const response = await fetch(`${server.address}/api/companies/subdomains/upload-logo?subdomainId=${to}${more}`, {
      method: "POST",
      headers: { authorization: token },
      body: form
    })
    return { status: response.status, ...((await response.json()) as Answer) }
  }
  interface Answer {
    readonly code?: string
    readonly error?: string
    readonly unchanged?: true
    readonly data?: { readonly logo?: string; readonly reason?: string; readonly version?: number }
  }
  const image = async (name: string) => {
    const response = await fetch(`${server.address}/images/${name}`)
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const kept = () => server.sql((sql) => sql<{ name: string }>`SELECT name FROM logo_images ORDER BY name`)

  it.each([
    ["a PNG", pngOf(40, 20), [40, 20]],
    ["a large PNG", pngOf(2000, 1000), [512, 256]],
    ["a JPEG", jpeg, [40, 30]],
    ["the first frame of an animated GIF", movingGif, [8, 8]]
  ] as const)("are created from %s, as a PNG with nothing but the picture", async (_, bytes, size) => {
    const answer = await send([bytes])
    expect(answer).toMatchObject({ status: 200, message: "Logo uploaded" })
    const name = answer.data?.logo ?? ""
    expect(name).toMatch(/^[0-9a-f]{40}\.png$/)
    const served = await image(name)
    expect(served.status).toBe(200)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable"
    })
    expect(sizeOf(served.bytes)).toEqual(size)
    expect(Buffer.from(served.bytes).includes(jpegNote)).toBe(false)
    // The previous one is no longer served.
    expect(await kept()).toEqual([{ name }])
    expect(await send([bytes])).toMatchObject({ status: 200, unchanged: true, data: { logo: name } })
  })

  it("drop data appended to the picture", async () => {
    const answer = await send([joined(jpeg, text("<script>alert(1)</script>"))])
    expect(answer.status).toBe(200)
    const { bytes } = await image(answer.data?.logo ?? "")
    expect(Buffer.from(bytes).includes("script")).toBe(false)
  })

  it.each([
    ["an SVG", [text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')], "Svg"],
    ["an SVG with an XML declaration", [text('\ufeff <?xml version="1.0"?><svg/>')], "Svg"],
    ["an HTML page", [text("<!doctype html><script>alert(1)</script>")], "NotAnImage"],
    ["a TIFF", [new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])], "NotAnImage"],
    ["a decompression bomb", [bomb()], "TooManyPixels"],
    ["a damaged PNG", [pngOf(300, 300).slice(0, 60)], "Broken"],
    ["a file that only claims to be a PNG", [joined(pngOf(4, 4).slice(0, 8), text("<svg/>"))], "Broken"],
    ["two files", [pngOf(4, 4), pngOf(4, 4)], "Several"],
    ["no file", [], "None"],
    ["too many bytes", [joined(pngOf(4, 4), new Uint8Array(logoLimits.fileBytes))], "TooLarge"],
    ["far too many bytes", [joined(pngOf(4, 4), new Uint8Array(2 * logoLimits.fileBytes))], "TooLarge"]
  ] as const)("are refused as %s, and nothing is stored", async (_, files, reason) => {
    const before = await kept()
    expect(await send(files)).toMatchObject({ status: 422, code: "LogoRefused", data: { reason } })
    expect(await kept()).toEqual(before)
  })

  it("stay unchanged in a dry run, and are deleted when removed", async () => {
    const before = await kept()
    const dry = await send([pngOf(9, 9)], { more: "&dryRun=true" })
    expect(dry.status).toBe(200)
    expect(await kept()).toEqual(before)
    const { data } = await send([pngOf(9, 9)])
    expect(dry.data?.logo).toBe(data?.logo)
    await server.call(owner, (api) => api.subdomains.update({ query: {}, payload: { id, logo: null } }))
    expect(await kept()).toEqual([])
    expect((await image(data?.logo ?? "")).status).toBe(404)
    for (const name of ["", "..%2fapi%2fauth%2fuser", "a.png", `${"0".repeat(40)}.png`, `${"0".repeat(40)}.svg`]) {
      expect([name, (await image(name)).status]).toEqual([name, 404])
    }
  })

  it("have a different file for each company, which others can't change", async () => {
    const other = await server.enter("other", Role.id.Owner)
    const theirs = await add(other, "theirs")
    const [ours, their] = [await send([pngOf(7, 7)]), await send([pngOf(7, 7)], { to: theirs, token: other })]
    expect(ours.data?.logo).not.toBe(their.data?.logo)
    expect(await send([pngOf(5, 5)], { to: theirs })).toMatchObject({ status: 404, code: "SubdomainNotFound" })
    expect((await image(their.data?.logo ?? "")).status).toBe(200)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action: "subdomains.logo" } }))
    expect(JSON.parse(data[0]?.payload ?? "")).toMatchObject({ subdomainID: id, logo: ours.data?.logo, fromLogo: null })
  })

  it("are accepted two at a time per company", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, nth) => send([pngOf(20 + nth, 20)])))
    const codes = answers.map(({ status, code }) => (status === 200 ? 200 : code))
    expect(codes).toContain("UploadsBusy")
    expect(codes).toContain(200)
  })
})
