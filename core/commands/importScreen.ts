import { Schema } from "effect"
import type { Section } from "./Command.ts"
import { told, view } from "./view.ts"

/** The keys of such a screen. Each command has keys of its own, so that they can be changed one by one. */
interface ImportKeys {
  readonly choose: string
  readonly template: string
  readonly next: string
  readonly previous: string
  readonly show: string
}

/** What the screens of imports do besides their calls: the same for every kind of import, by the name of its screen and of its calls. */
export const importScreenOf = <const Screen extends string, Calls extends "imports" | "userImports">(
  screen: Screen,
  calls: Calls,
  section: Section,
  keys: ImportKeys
) =>
  [
    view({
      id: `${screen}.choose`,
      title: "Choose a file",
      section,
      call: `${calls}.upload`,
      keys: [keys.choose],
      keywords: ["open", "upload", "csv", "xlsx"]
    }),
    view({
      id: `${screen}.upload`,
      title: "Upload",
      section,
      keywords: ["import", "send", "file"],
      call: `${calls}.upload`
    }),
    view({
      id: `${screen}.template`,
      title: "Download the template",
      section,
      keys: [keys.template],
      keywords: ["xlsx", "csv", "example"]
    }),
    view({
      id: `${screen}.step`,
      input: { step: told(Schema.String) },
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
      id: `${screen}.next`,
      title: "Next issue",
      section,
      keys: [keys.next],
      keywords: ["error", "jump"]
    }),
    view({
      id: `${screen}.previous`,
      title: "Previous issue",
      section,
      keys: [keys.previous],
      keywords: ["error", "jump"]
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
      id: `${screen}.show`,
      input: { outcome: told(Schema.String) },
      title: "Show rows of one outcome",
      section,
      keys: [keys.show],
      keywords: ["filter", "create", "update", "skip", "fail"]
    }),
    view({
      id: `${screen}.failedRows`,
      title: "Download the failed rows of the import",
      section,
      keywords: ["csv", "errors", "export"],
      call: `${calls}.errors`
    }),
    view({
      id: `${screen}.more`,
      title: "Show more rows of the import",
      section,
      keywords: ["next page"]
    }),
    view({
      id: `${screen}.another`,
      title: "Import another file",
      section,
      keywords: ["again", "new"]
    })
  ] as const
