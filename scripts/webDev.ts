/**
 * `npm run dev [PORT]`: runs the server with demonstration data in .cache/dev, restarting it when its sources change, and in
 * front of it Vite with the console, with hot reload.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { createServer } from "vite"

const root = join(import.meta.dirname, "..")
const port = Number(process.argv[2] ?? 5173)

const server = spawn(
  process.execPath,
  ["--watch", join(root, "cli/main.ts"), "serve", "--demo", "--data", join(root, ".cache/dev")],
  { cwd: root, stdio: "inherit" }
)
const console = await createServer({ configFile: join(root, "web/vite.config.ts"), server: { port } })
await console.listen()
console.printUrls()

const end = (): void => {
  server.kill()
  void console.close()
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end)
server.on("exit", (code) => {
  process.exitCode = code ?? 1
  void console.close()
})
