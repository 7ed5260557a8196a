import "./acting.css"
import { countOf } from "#core/base/countOf.ts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { actsForAnother } from "#core/auth/actingRules.ts"
import { countText } from "#core/base/countText.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { companiesQuery } from "#web/app/companyQueries.ts"
import { failureText } from "#web/app/failures.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { composes } from "#web/keyboard/chord.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"

interface CompanyPickerProps {
  readonly opener: Element | null
  /** Initial text of the search field. */
  readonly search: string
  readonly onClose: () => void
  readonly onChoose: (companyID: CompanyId) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Picks the company to act for, by part of its name or by its ID. */
export const CompanyPicker = ({ opener, search, onClose, onChoose }: CompanyPickerProps) => {
  const user = useSignedInUser()
  const [text, setText] = useState(search)
  const [at, setAt] = useState(0)
  const listId = useId()
  const asked = useDeferredValue(text.trim())
  const { data, error, isPlaceholderData } = useQuery({ ...companiesQuery(asked), placeholderData: keepPreviousData })
  const companies = data?.data ?? []
  const current = Math.min(at, companies.length - 1)
  const total = data?.totalCount ?? 0
  // Don't let Enter pick a row of the previous search.
  const settled = data !== undefined && !isPlaceholderData && asked === text.trim()
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onClose } })

  const choose = ({ companyID }: CompanyChoice): void => {
    if (settled) onChoose(companyID)
  }
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    const company = companies[current]
    if (step !== undefined) setAt(Math.max(0, Math.min(companies.length - 1, current + step)))
    else if (event.key === "Enter" && company !== undefined) choose(company)
    else if (event.key !== "Enter") return
    event.preventDefault()
  }
  const found =
    error !== null && data === undefined
      ? failureText(error)
      : data === undefined
        ? "Loading…"
        : companies.length === 0
          ? "No companies match your search."
          : total > companies.length
            ? `${companies.length} of ${countText(total)} companies. Keep typing to narrow it down.`
            : countOf(total, "company", "companies")
  return (
    <Dialog title="Act for a company" onClose={onClose} className="company-picker" opener={opener}>
      <div className="company-picker-body">
        <label htmlFor={`${listId}-field`}>Company name or ID</label>
        <input
          id={`${listId}-field`}
          className="input"
          role="combobox"
          aria-expanded={companies.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={companies[current] === undefined ? undefined : `${listId}-${current}`}
          autoComplete="off"
          spellCheck={false}
          // The dialog opens for typing here.
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <ul id={listId} role="listbox" aria-label="Companies" className="company-list">
          {companies.map((company, nth) => (
            <li
              key={company.companyID}
              id={`${listId}-${nth}`}
              role="option"
              aria-selected={nth === current}
              data-command="companies.actFor"
              ref={(row) => (nth === current ? row?.scrollIntoView({ block: "nearest" }) : undefined)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(company)}
            >
              <span className="company-list-name">{company.companyName}</span>
              <span className="muted">
                {company.companyID === user.companyID ? "current · " : ""}ID{" "}
                <span className="code">{company.companyID}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="muted" role="status">
          {found}
        </p>
        <p className="company-picker-do">
          <CommandButton command="layer.close">Cancel</CommandButton>
          {actsForAnother(user) ? (
            <CommandButton command="companies.actForOwn">Act for {user.ownCompanyName}</CommandButton>
          ) : null}
        </p>
      </div>
    </Dialog>
  )
}
