import { Schema } from "effect"
import type { Section } from "./Command.ts"
import { passed, view } from "./view.ts"

/** The keys of the import screens. One command serves all kinds of imports, so each step has the same keys everywhere. */
export const importScreenKeys = [
  view({
    id: "importScreen.choose",
    title: "Choose a file",
    section: "Jobs",
    keys: ["o"],
    keywords: ["open", "upload", "import", "csv", "xlsx"]
  }),
  view({
    id: "importScreen.template",
    title: "Download the template",
    section: "Jobs",
    keys: ["d"],
    keywords: ["import", "xlsx", "csv", "example"]
  }),
  view({
    id: "importScreen.next",
    title: "Next issue",
    section: "Jobs",
    keys: ["i"],
    keywords: ["import", "error", "jump"]
  }),
  view({
    id: "importScreen.previous",
    title: "Previous issue",
    section: "Jobs",
    keys: ["shift+i"],
    keywords: ["import", "error", "jump"]
  }),
  view({
    id: "importScreen.show",
    input: { outcome: passed(Schema.String) },
    title: "Show rows of one outcome",
    section: "Jobs",
    keys: ["v"],
    keywords: ["import", "filter", "create", "update", "skip", "fail"]
  })
] as const

/** The other commands of an import screen besides its calls, by the name of the screen and the prefix of its calls. */
export const importScreenOf = <const Screen extends string, Calls extends "imports" | "userImports">(
  screen: Screen,
  calls: Calls,
  section: Section
) =>
  [
    view({
      id: `${screen}.upload`,
      title: "Upload",
      section,
      keywords: ["import", "send", "file"],
      call: `${calls}.upload`
    }),
    view({
      id: `${screen}.step`,
      input: { step: passed(Schema.String) },
      title: "Go to the step of the import",
      section,
      keywords: ["map", "check", "preview"],
      clicked: true
    }),
    view({
      id: `${screen}.continue`,
      title: "Continue an unfinished import",
      section,
      keywords: ["resume"]
    }),
    view({
      id: `${screen}.checkRows`,
      title: "Check the rows",
      section,
      keywords: ["map", "columns", "next"],
      call: `${calls}.map`
    }),
    view({
      id: `${screen}.edit`,
      title: "Fix the cell",
      section,
      keywords: ["edit", "correct"],
      call: `${calls}.fix`
    }),
    view({
      id: `${screen}.preview`,
      title: "Preview the import",
      section,
      keywords: ["create", "update", "skip", "fail"]
    }),
    view({
      id: `${screen}.failedRows`,
      title: "Download the failed rows of the import",
      section,
      keywords: ["csv", "errors", "export"],
      call: `${calls}.errors`
    }),
    view({
      id: `${screen}.another`,
      title: "Import another file",
      section,
      keywords: ["again", "new"]
    })
  ] as const
