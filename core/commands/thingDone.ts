/** The response of a command about a thing that has a name. */
interface Named {
  readonly data: { readonly name: string }
}

interface Company {
  readonly data: { readonly companyName: string }
}

interface Facility {
  readonly data: { readonly facilityName: string }
}

interface Subdomain {
  readonly data: { readonly displayName: string }
}

interface Role {
  readonly data: { readonly roleName: string }
}

/**
 * The result for a named thing, as a sentence without its period: `Night report was changed`. Each function takes the
 * verb.
 */
export const namedDone =
  (became: string) =>
  ({ data }: Named) =>
    `${data.name} ${became}`
export const companyDone =
  (became: string) =>
  ({ data }: Company) =>
    `${data.companyName} ${became}`
export const facilityDone =
  (became: string) =>
  ({ data }: Facility) =>
    `${data.facilityName} ${became}`
export const subdomainDone =
  (became: string) =>
  ({ data }: Subdomain) =>
    `${data.displayName} ${became}`
export const roleDone =
  (became: string) =>
  ({ data }: Role) =>
    `${data.roleName} ${became}`
