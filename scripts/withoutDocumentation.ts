import type { Plugin } from "vite"

const callsFile = /core\/\w+\/\w+Api\.ts$/
const documentation = /\.annotate\(\s*OpenApi\.(?:Summary|Description),\s*(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*\)/g

/**
 * Leaves out of the console what calls are for, in words: /api/docs tells that, and the console has no use for it. It was 4 %
 * of what the dashboard loads of the contract.
 */
export const withoutDocumentation = (): Plugin => ({
  name: "without-documentation",
  enforce: "pre",
  transform: (code, id) => {
    if (!callsFile.test(id)) return null
    const short = code.replaceAll(documentation, "")
    if (short.includes("annotate(OpenApi.")) throw new Error(`${id} documents a call in another way than this knows`)
    return { code: short, map: null }
  }
})
