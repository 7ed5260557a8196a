import { requiredWords, tooLongWords } from "#core/base/fieldWords.ts"
import { nameText } from "#core/base/nameText.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { subdomainLimits } from "./subdomainLimits.ts"

/** The fields of step 1 as typed. */
export interface SubdomainFields {
  readonly displayName: string
  readonly subdomainUrl: string
}

/** Labels of the fields, also used in messages. */
export const subdomainLabels: Readonly<Record<keyof SubdomainFields, string>> = {
  displayName: "Display Name",
  subdomainUrl: "Subdomain URL"
}

/** Names that an installation needs itself, or that look like Lockdesk's own. */
const reserved: ReadonlySet<string> = new Set(
  `about account accounts admin administrator api app apps assets auth autoconfig autodiscover beta billing blog cdn
  console contact dashboard demo dev docs download email files forum ftp help home host hub id images imap internal
  legal localhost lockdesk login logout mail marketing media metrics mobile mx my news ns ns1 ns2 oauth owner pay
  payment payments pop pop3 portal postmaster press privacy root sandbox security server service services settings
  shop signin signup sms smtp sso staging static status store support system team terms test text upload user users
  vpn webhooks webmail wiki www`.split(/\s+/)
)

/** One label of a host name: letters, digits and hyphens, not starting or ending with a hyphen (002 §5; RFC 1035, 2.3.1). */
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** Labels with hyphens in the third and fourth place are reserved for encoded names (RFC 5891, 4.2.3.1). */
const encoded = /^..--/

const urlIssue = (text: string): string | null => {
  const url = text.trim()
  if (isBlank(url)) return requiredWords(subdomainLabels.subdomainUrl)
  if (url.length > subdomainLimits.url) return tooLongWords(subdomainLabels.subdomainUrl, subdomainLimits.url)
  if (!label.test(url)) {
    return "Subdomain URL can only contain lowercase letters, numbers and hyphens and must start and end with a letter or number."
  }
  return reserved.has(url) || encoded.test(url) ? `Subdomain URL '${url}' is reserved.` : null
}

const nameIssue = (text: string): string | null => {
  if (isBlank(text)) return requiredWords(subdomainLabels.displayName)
  return nameText(text).length > subdomainLimits.displayName
    ? tooLongWords(subdomainLabels.displayName, subdomainLimits.displayName)
    : null
}

const rules: { readonly [K in keyof SubdomainFields]: (text: string) => string | null } = {
  displayName: nameIssue,
  subdomainUrl: urlIssue
}

/** What is wrong with one field, or null (002 §5). */
export const subdomainIssue = (field: keyof SubdomainFields, text: string): string | null => rules[field](text)

/** All problems of the fields, in their order. */
export const subdomainIssues = (fields: SubdomainFields): ReadonlyArray<FieldIssue> =>
  (["displayName", "subdomainUrl"] as const).flatMap((path) => {
    const message = rules[path](fields[path])
    return message === null ? [] : [{ path, message }]
  })

/** The fields as stored. */
export const keptFields = ({ displayName, subdomainUrl }: SubdomainFields): SubdomainFields => ({
  displayName: nameText(displayName),
  subdomainUrl: subdomainUrl.trim()
})
