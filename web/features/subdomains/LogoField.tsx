import { useId, useLayoutEffect, useRef, useState } from "react"
import { words } from "#core/api/problem.ts"
import { logoHeadBytes, logoPath, logoRefusal, logoTypes } from "#core/subdomains/logoRules.ts"
import { LogoRefused } from "#core/subdomains/SubdomainErrors.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { useFileDrop } from "#web/ui/useFileDrop.ts"
import type { SubdomainFormState } from "./useSubdomainForm.ts"

/** Why the selected or dropped files can't be used, or null. */
const filesIssue = async (files: ReadonlyArray<File>): Promise<string | null> => {
  const [file, ...others] = files
  if (file === undefined) return null
  if (others.length > 0) return words(new LogoRefused({ data: { reason: "Several" } })).error
  const head = new Uint8Array(await file.slice(0, logoHeadBytes).arrayBuffer())
  const refusal = logoRefusal({ size: file.size, head })
  return refusal === null ? null : words(refusal).error
}

/** Object URL of a file's preview, revoked when no longer shown. */
const usePreview = (file: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (file === null) return
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => {
      URL.revokeObjectURL(created)
      setAddress(null)
    }
  }, [file])
  return address
}

/** The logo: one PNG, GIF or JPEG, selected or dropped. Previewed here and uploaded when the form is saved (002 §5). */
export const LogoField = ({ form }: { readonly form: SubdomainFormState }) => {
  const { values, issues, kept, change, setIssue } = form
  const field = useRef<HTMLInputElement>(null)
  const preview = usePreview(values.file)
  const id = useId()
  const saved = kept === null || kept.logo === null || values.withoutLogo ? null : logoPath(kept.logo)
  const shown = preview ?? saved
  const issue = issues.logo

  const choose = async (files: ReadonlyArray<File>): Promise<void> => {
    const [file] = files
    if (file === undefined) return
    const wrong = await filesIssue(files)
    change(wrong === null ? { file, withoutLogo: false } : { file: null })
    setIssue("logo", wrong)
  }
  const { over, drop } = useFileDrop((files) => void choose(files))
  useCommands({
    scope: "anywhere",
    handlers: {
      "subdomainForm.removeLogo": () => {
        // A refused file goes first; the saved logo is still shown then.
        change({ file: null, withoutLogo: issue === undefined && kept !== null && kept.logo !== null })
        setIssue("logo", null)
        field.current?.focus()
      }
    }
  })
  return (
    <div className={over ? "field logo-field over" : "field logo-field"} {...drop}>
      <label htmlFor={id}>Logo</label>
      <div className="logo-shown">
        {shown === null ? (
          <span className="muted">No logo</span>
        ) : (
          <img src={shown} alt={preview === null ? "The logo" : `Preview of ${values.file?.name ?? "the logo"}`} />
        )}
      </div>
      <input
        ref={field}
        id={id}
        type="file"
        accept={logoTypes.join(",")}
        aria-describedby={issue === undefined ? `${id}-hint` : `${id}-issue ${id}-hint`}
        aria-invalid={issue !== undefined}
        onChange={({ target }) => {
          void choose([...(target.files ?? [])])
          // Let the user choose the same file again.
          target.value = ""
        }}
      />
      <p id={`${id}-hint`} className="muted logo-hint">
        One PNG, GIF or JPEG image of at most 5 MB. You can also drop it here.
        {values.file === null ? null : ` ${values.file.name} is uploaded when you save.`}
      </p>
      <p id={`${id}-issue`} className="issue" role="alert">
        {issue}
      </p>
      {shown === null && issue === undefined ? null : (
        <p className="logo-do">
          <CommandButton command="subdomainForm.removeLogo" />
        </p>
      )}
    </div>
  )
}
