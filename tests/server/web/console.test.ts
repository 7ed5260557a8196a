import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgres } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const page = '<!doctype html><title>Console</title><script type="module" src="/assets/main-1a2b.js"></script>'
const script = `export const text = "${"console ".repeat(400)}"`
const secret = "outside of the folder"
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

describe("the console over HTTP", () => {
  let server: TestServer
  const top = mkdtempSync(join(tmpdir(), "lockdesk-console-"))
  const folder = join(top, "web")
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
  const build = (text = page) => {
    mkdirSync(join(folder, "assets"), { recursive: true })
    write("assets/main-1a2b.js", script)
    write("assets/main-1a2b.js.br", brotliCompressSync(script))
    write("assets/main-1a2b.js.gz", gzipSync(script))
    write("assets/plain-9.css", "a{}")
    write("assets/notes.gz", gzipSync("no file of this name without the ending"))
    write("favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    write("index.html.gz", gzipSync(text))
    write("index.html", text)
  }

  beforeAll(async () => {
    writeFileSync(join(top, "secret.txt"), secret)
    server = await startTestServer(postgres, Effect.void, {
      consoleFolder: folder,
      allowedOrigins: ["https://other.example"]
    })
  })
  afterAll(async () => {
    await server.close()
    rmSync(top, { recursive: true, force: true })
  })

  /** One request with its path and headers sent as written, and its body not decompressed. */
  const raw = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const sent = request(server.address, { path, method, headers }, (response) => {
        const pieces: Array<Buffer> = []
        response.on("data", (piece: Buffer) => pieces.push(piece))
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) })
        )
      })
      sent.on("error", reject).end()
    })

  it("explains how to build it until it is built, sets the first password, and appears without a restart", async () => {
    for (const path of ["/", "/locks/manage_locks"]) {
      const answer = await server.fetch(path, { headers: html })
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([503, "no-store"])
      expect(answer.text).toContain("npm run build")
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
    }
    const password = await server.fetch("/setpassword?uid=x", { headers: html })
    expect([password.status, password.text.includes("New password")]).toEqual([200, true])
    expect((await server.fetch("/assets/main-1a2b.js", { headers: html })).status).toBe(404)
    build()
    const answer = await server.fetch("/", { headers: html })
    expect([answer.status, answer.text]).toEqual([200, page])
    expect((await server.fetch("/setpassword?uid=x", { headers: html })).text).toBe(page)
  })

  it("serves its page at every path of its router, revalidated each time", async () => {
    for (const path of ["/", "/index.html", "/signin", "/locks/42?x=1", "/a/b/c", "/%6cocks", "/apixyz"]) {
      const answer = await raw(path, html)
      expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, page])
      expect(answer.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY"
      })
    }
    const policy = String((await raw("/", html)).headers["content-security-policy"]).split("; ")
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "img-src 'self' data: blob:"
      ])
    )
  })

  it.each([
    ["/api", 404],
    ["/api/nothing", 404],
    ["/api/locks", 401],
    ["/assets/gone-1.js", 404],
    ["/assets", 404],
    ["/assets/", 404],
    ["/images/logo.png", 404],
    ["/static/csv/template.csv", 404],
    ["/healthz/x", 404]
  ])("leaves %s unchanged, even for clients that accept pages", async (path, status) => {
    const answer = await server.fetch(path, { headers: html })
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })

  it("serves its page to clients without HTML only at its own path", async () => {
    expect((await raw("/locks", { accept: "application/json" })).status).toBe(404)
    // A console path serves the page to any client that accepts HTML; other paths don't.
    for (const accept of [{ accept: "*/*" }, { accept: "text/*" }, {}]) {
      for (const path of ["/signin", "/locks/manage_locks", "/locks/7"]) {
        expect((await raw(path, accept)).status).toBe(200)
      }
      expect((await raw("/no-such-script.js", accept)).status).toBe(404)
    }
    expect((await raw("/", { accept: "application/json" })).status).toBe(200)
    expect((await raw("/locks", html, "POST")).status).toBe(404)
  })

  it("serves files with hashed names as immutable, and others with revalidation", async () => {
    const asset = await raw("/assets/main-1a2b.js")
    expect([asset.status, asset.body.toString()]).toEqual([200, script])
    expect(asset.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(script.length),
      vary: "accept-encoding"
    })
    const icon = await raw("/favicon.svg")
    expect(icon.headers).toMatchObject({ "content-type": "image/svg+xml; charset=utf-8", "cache-control": "no-cache" })
    expect(icon.headers["vary"]).toBeUndefined()
    expect((await raw("/assets/plain-9.css")).headers["content-type"]).toBe("text/css; charset=utf-8")
  })

  it.each([
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["deflate", undefined],
    ["BR", "br"],
    ["br;q=x", undefined],
    ["", undefined]
  ])("answers Accept-Encoding '%s' with a body as %s", async (accepted, encoding) => {
    const answer = await raw("/assets/main-1a2b.js", { "accept-encoding": accepted })
    expect(answer.headers["content-encoding"]).toBe(encoding)
    const decode = encoding === "br" ? brotliDecompressSync : encoding === "gzip" ? gunzipSync : (body: Buffer) => body
    expect(decode(answer.body).toString()).toBe(script)
    expect(answer.headers["content-length"]).toBe(String(answer.body.length))
  })

  it("recognizes compressed files by their original, and serves a lone one as it is", async () => {
    expect((await raw("/assets/main-1a2b.js.br")).status).toBe(404)
    expect((await raw("/assets/notes.gz")).status).toBe(200)
    expect((await raw("/", { ...html, "accept-encoding": "br, gzip" })).headers["content-encoding"]).toBe("gzip")
  })

  it("answers 304 by a separate tag for each encoding, and HEAD like GET", async () => {
    for (const [path, accepted] of [
      ["/", "identity"],
      ["/", "gzip"],
      ["/assets/main-1a2b.js", "br"],
      ["/assets/main-1a2b.js", "identity"]
    ] as const) {
      const headers = { ...html, "accept-encoding": accepted }
      const first = await raw(path, headers)
      const etag = String(first.headers["etag"])
      expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/)
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const again = await raw(path, { ...headers, "if-none-match": known })
        expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, etag])
        expect(again.headers["cache-control"]).toBe(first.headers["cache-control"])
        expect(again.headers["vary"]).toBe("accept-encoding")
      }
      expect((await raw(path, { ...headers, "if-none-match": '"other"' })).status).toBe(200)
      const head = await raw(path, headers, "HEAD")
      expect([head.status, head.body.length]).toEqual([200, 0])
      for (const name of ["etag", "content-length", "content-type", "content-encoding"])
        expect(head.headers[name]).toBe(first.headers[name])
    }
    const tags = await Promise.all(
      ["br", "gzip", "identity"].map((accepted) => raw("/assets/main-1a2b.js", { "accept-encoding": accepted }))
    )
    expect(new Set(tags.map(({ headers }) => headers["etag"])).size).toBe(3)
  })

  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
    "/%252e%252e%252fsecret.txt",
    "/..\\secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/%00",
    "/assets/main-1a2b.js%00.css",
    "/link.txt",
    "/linked/secret.txt",
    "//etc/passwd",
    "/assets//main-1a2b.js",
    "/%ff",
    "/%"
  ])("serves nothing outside its folder for %s", async (path) => {
    symlinkOnce("link.txt", join(top, "secret.txt"))
    symlinkOnce("linked", top)
    for (const headers of [{}, html]) {
      const answer = await raw(path, headers)
      expect([200, 400, 404]).toContain(answer.status)
      expect(answer.body.toString()).not.toContain(secret)
      if (answer.status === 200) expect(answer.body.toString()).toBe(page)
    }
  })

  it("is replaced after a new build, and may be read by an allowed origin", async () => {
    const before = (await raw("/", html)).headers["etag"]
    const next = page.replace("1a2b", "3c4d")
    write("assets/main-3c4d.js", "export const text = 1")
    rmSync(join(folder, "assets/main-1a2b.js"))
    build(next)
    rmSync(join(folder, "assets/main-1a2b.js"))
    const answer = await raw("/", { ...html, origin: "https://other.example" })
    expect([answer.status, answer.body.toString()]).toEqual([200, next])
    expect(answer.headers["etag"]).not.toBe(before)
    expect(answer.headers["vary"]).toBe("accept-encoding, origin")
    expect((await raw("/assets/main-3c4d.js")).status).toBe(200)
    expect((await raw("/assets/main-1a2b.js")).status).toBe(404)
    rmSync(folder, { recursive: true })
    expect((await raw("/", html)).status).toBe(503)
  })

  const symlinkOnce = (name: string, target: string) => {
    rmSync(join(folder, name), { force: true })
    symlinkSync(target, join(folder, name))
  }
})
