import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, loadEnv } from "vite"

const root = import.meta.dirname

/** Builds the console into dist/web, where the server looks for it. While developing, calls go to LOCKDESK_HOST. */
export default defineConfig(({ mode }) => ({
  root,
  plugins: [react()],
  build: {
    outDir: join(root, "../dist/web"),
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // A picture inside a style sheet would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }
  },
  server: {
    proxy: {
      "/api": { target: loadEnv(mode, root, "LOCKDESK_")["LOCKDESK_HOST"] ?? "http://127.0.0.1:4400", ws: true }
    }
  }
}))
