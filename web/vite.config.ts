import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, loadEnv, type Plugin } from "vite"

const root = import.meta.dirname

/**
 * Nothing is painted before the console has run: it puts the theme on the page first, which a policy without inline scripts
 * leaves no earlier place for.
 */
const beforeFirstPaint: Plugin = {
  name: "before-first-paint",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"')
  }
}

const host = (mode: string): string => loadEnv(mode, root, "LOCKDESK_")["LOCKDESK_HOST"] ?? "http://127.0.0.1:4400"

/** Builds the console into dist/web, where the server looks for it. While developing, calls go to LOCKDESK_HOST. */
export default defineConfig(({ mode }) => ({
  root,
  plugins: [react(), beforeFirstPaint],
  build: {
    outDir: join(root, "../dist/web"),
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // A picture inside a style sheet would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen needs is one file, and so is what all screens behind it need, and what all dialogs need: in forty files
    // they are 5 % larger, for each is compressed by itself.
    rolldownOptions: {
      // To read a property does nothing: without it, schemas of Effect that nobody uses stay, each for the `pipe` it is made with.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "console", test: /web\/routes\/(ProtectedConsole|SignedInRoute)\.tsx$/ },
            { name: "grid", test: /web\/grid\/Grid\.tsx$/ },
            { name: "dialog", test: /web\/ui\/Dialog\.tsx$/ }
          ]
        }
      }
    }
  },
  server: { proxy: { "/api": { target: host(mode), ws: true }, "/static": { target: host(mode) } } }
}))
