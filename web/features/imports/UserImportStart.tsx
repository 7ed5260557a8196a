import { importUsers } from "#core/commands/userImportCommands.ts"
import { templateFields, userImportFields, userTemplatePath } from "#core/imports/importFields.ts"
import { run } from "#web/app/run.ts"
import { FilePart } from "./FilePart.tsx"
import { UnfinishedImports } from "./UnfinishedImports.tsx"
import { useImportStart } from "./useImportStart.ts"

const columns = templateFields(userImportFields)
  .map(({ label }) => label)
  .join(", ")

/** First screen of a user import: unfinished imports and the file. */
export const UserImportStart = () => {
  const start = useImportStart()
  return (
    <>
      <UnfinishedImports />
      <section className="card import-start" aria-label="New import">
        <p>
          One row for each user, with the columns {columns}. Rows are matched by email. People on the team are updated,
          and others are added and invited. Empty cells change nothing.
        </p>
        <FilePart
          template={userTemplatePath}
          refused={null}
          about={null}
          send={(file, sheet, onSent) =>
            run(importUsers, { file, ...(sheet === null ? {} : { sheet }) }, { sent: onSent })
          }
          start={start}
        />
      </section>
    </>
  )
}
