import { request, Agent } from "node:http"
import { readFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { gunzipSync, brotliDecompressSync } from "node:zlib"
import { join } from "node:path"
const script = join(import.meta.dirname, "searchServer.ts")
const [folder = "/tmp/sb/emb", url] = process.argv.slice(2).filter(a => !a.startsWith("--"))
const fill = process.argv.includes("--fill")
const start = (act: string) => new Promise<{ said: any; child: any }>((res, rej) => {
  const child = spawn(process.execPath, [script, act, folder, ...(url ? [url] : [])], { stdio: ["pipe", "pipe", "inherit"], env: process.env })
  child.stdout.once("data", (d) => res({ said: JSON.parse(String(d)), child })); child.once("exit", (c) => rej(new Error("exit " + c)))
})
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10 }
if (fill) { const { child } = await start("fill"); child.stdin.end(); await new Promise(r => child.once("exit", r)); process.exit() }
const { said, child } = await start("ours")
const agent = new Agent({ keepAlive: true })
const get = (path: string, enc: string) => new Promise<{ body: Buffer; enc: string }>((res, rej) => request({ agent, host: "127.0.0.1", port: said.port, path, headers: { authorization: said.token, "accept-encoding": enc } }, (r) => { const p: Buffer[] = []; r.on("data", d => p.push(d)); r.on("end", () => r.statusCode === 200 ? res({ body: Buffer.concat(p), enc: String(r.headers["content-encoding"]) }) : rej(new Error(r.statusCode + String(Buffer.concat(p))))) }).on("error", rej).end())
const pull = async (count: number, enc: string) => {
  const c0 = cpu(child.pid), t0 = performance.now(); let bytes = 0, n = 0, pieces = 0, after: string | null = "", first = 0, longest = 0, used = ""
  while (after !== null) {
    const t = performance.now()
    const { body, enc: e } = await get(`/api/locks?count=${count}${after ? `&after=${after}` : ""}`, enc); used = e
    longest = Math.max(longest, performance.now() - t)
    if (pieces === 0) first = performance.now() - t
    bytes += body.length; pieces++
    const text = e === "gzip" ? gunzipSync(body) : e === "br" ? brotliDecompressSync(body) : body
    const j = JSON.parse(String(text)); n += j.data.length; after = j.after
  }
  return `count ${count} ${enc}->${used}: ${n} locks, ${pieces} pieces, ${(performance.now() - t0).toFixed(0)} ms, first ${first.toFixed(0)}, longest ${longest.toFixed(0)}, ${(bytes / 1e6).toFixed(2)} MB, cpu ${cpu(child.pid) - c0} ms`
}
for (const enc of (process.env.ENC ?? "identity,gzip,br").split(",")) for (const count of (process.env.COUNTS ?? "1000,2500,5000,10000,20000").split(",").map(Number)) { await pull(count, enc); console.log(await pull(count, enc)) }
child.stdin.end(); agent.destroy(); await new Promise(r => child.once("exit", r))
