import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { smallLibraries } from "./smallLibraries.ts"
import { inRem } from "./ui/inRem.ts"
import { defineConfig, loadEnv, type Plugin } from "vite"

const root = import.meta.dirname

/**
 * Stands in the name of every file for the hash of the whole build, which `buildWeb.ts` puts there. The first files name all
 * others, and a hash for each would not compress. It would seldom differ from build to build alone, because every file names the
 * first ones.
 */
export const buildMark = "__BUILD"

/**
 * Blocks rendering until the console has run, because it sets the theme first. The content security policy allows no
 * inline script that could do it earlier.
 */
const beforeFirstPaint: Plugin = {
  name: "before-first-paint",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"')
  }
}

/**
 * Puts each style sheet into the cascade layer of its folder: screens override controls, which override the base, whichever
 * sheet happens to load first.
 */
const cascadeLayers: Plugin = {
  name: "cascade-layers",
  enforce: "pre",
  transform: {
    filter: { id: /\/web\/(?!styles\/tokens).*\.css$/ },
    handler: (sheet, id) => {
      const layer = id.endsWith("/styles/base.css")
        ? "base"
        : /\/web\/(styles|ui|grid)\//.test(id)
          ? "controls"
          : "screens"
      return `@layer ${layer} {\n${sheet}\n}`
    }
  }
}

/** Lets all sizes in style sheets grow with the user's font size. */
const growWithFont: Plugin = {
  name: "grow-with-font",
  enforce: "pre",
  transform: {
    filter: { id: /\/web\/.*\.css$/ },
    handler: inRem
  }
}

const host = (mode: string): string => loadEnv(mode, root, "LOCKDESK_")["LOCKDESK_HOST"] ?? "http://127.0.0.1:4400"

/**
 * The modules of the `console` file: what every signed-in screen needs, and small modules that several screens share, which
 * would be a file each.
 */
const consoleModules = new RegExp(
  `/(${[
    "web/routes/(ProtectedConsole|SignedInRoute)",
    "web/app/(selectedFacility|serverNotices|times|useSearchValue)",
    "web/keyboard/useArmed",
    "web/sync/serverPage",
    "web/ui/(Combination|FacilityPicker|Facts|ListRows|LockColor|Serial|Tabs|useScanned)",
    "core/commands/digitBurst",
    "core/facilities/choiceLabel",
    "@tanstack/store/dist/shallow"
  ].join("|")})\\.(tsx?|js)$`
)

/**
 * The modules of the `controls` file: what forms are made of. Most screens need several, and each would be a file with its style
 * sheet.
 */
const controlModules = new RegExp(
  `/(${[
    "web/app/(tellNotYet|useAttempt|useEdits|useFieldEdits|useFieldErrors|useRefusal|useStepFocus)",
    "web/ui/(ChangedMeanwhile|CommandForm|FeatureGate|FmsSelect|FormFoot|Loaded|ProgressPanel|ScanSafeField|ScreenLoading)",
    "web/ui/(SelectField|SentFields|StepList|SwitchButton|ToggleButton|TypedCount|Unfinished|UpgradePrompt)"
  ].join("|")})\\.tsx?$`
)

/** Builds the console into dist/web, where the server looks for it. In development, calls go to LOCKDESK_HOST. */
export default defineConfig(({ mode }) => ({
  root,
  plugins: [react(), beforeFirstPaint, cascadeLayers, growWithFont, ...smallLibraries],
  build: {
    outDir: join(root, "../dist/web"),
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // `buildWeb.ts` keeps the maps beside the console, for `sourceOf.ts`. Browsers don't get them.
    sourcemap: "hidden",
    // Inlined images in style sheets would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file each for the first screen, for all screens behind it, and for all dialogs. Split into forty files they
    // are 5 % larger, because each is compressed separately.
    rolldownOptions: {
      // Reading a property has no side effects. Without this, unused Effect schemas stay in the bundle, each for the
      // `pipe` it is built with.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        sourcemapExcludeSources: true,
        entryFileNames: `assets/[name]-${buildMark}.js`,
        chunkFileNames: `assets/[name]-${buildMark}.js`,
        assetFileNames: `assets/[name]-${buildMark}[extname]`,
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "console", test: consoleModules },
            { name: "grid", test: /web\/grid\/(Grid\.tsx|filterTest\.ts|order\.ts)$/ },
            { name: "dialog", test: /web\/ui\/Dialog\.tsx$/ },
            { name: "controls", test: controlModules },
            // Small modules that many screens share. As a file each, they would cost more than they contain.
            { name: "rules", test: /\/core\/(?!commands\/)/, minShareCount: 5, maxModuleSize: 1500 }
          ]
        }
      }
    }
  },
  server: { proxy: { "/api": { target: host(mode), ws: true }, "/static": { target: host(mode) } } }
}))
