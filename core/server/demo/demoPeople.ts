import { Role, type RoleId } from "#core/auth/roles.ts"
import { type DemoCompany, mainCompany, siteCompany } from "./demoCompanies.ts"

/** A person of the demonstration. All of them are invented. */
export interface DemoPerson {
  /** The part before the @. */
  readonly mailbox: string
  readonly firstName: string
  readonly lastName: string
  readonly roleID: RoleId
  readonly isActive: boolean
  /** Whether they are restricted to the company's first two facilities. */
  readonly confined: boolean
}

const person = (
  mailbox: string,
  name: string,
  roleID: RoleId,
  other: Partial<Pick<DemoPerson, "isActive" | "confined">> = {}
): DemoPerson => {
  const [firstName = "", lastName = ""] = name.split(" ")
  return { mailbox, firstName, lastName, roleID, isActive: true, confined: false, ...other }
}

const r = Role.id

/** One for each site-level role. */
const sitePeople = [
  person("super", "Sage Underlow", r.SuperAdmin),
  person("siteadmin", "Silas Adairly", r.SiteAdmin),
  person("sitepersonnel", "Simone Pellard", r.SitePersonnel),
  person("siteagent", "Selby Cranefield", r.SiteCallCenterAgent)
]

/** One for each of the other roles, and users who show restriction to facilities and deactivation. */
const mainPeople = [
  person("admin", "Ada Maplethorn", r.Admin),
  person("personnel", "Perry Nolander", r.Personnel),
  person("agent", "Casey Lundgate", r.CallCenterAgent),
  person("restricted", "Rowan Estermoor", r.RestrictedPersonnel),
  person("owner", "Odell Winterley", r.Owner),
  person("vendor", "Vera Quillan", r.Vendor),
  person("confined", "Corin Tullymere", r.Personnel, { confined: true }),
  person("inactive", "Ines Mossgrove", r.Personnel, { isActive: false }),
  person("jules", "Jules Harrowby", r.CallCenterAgent),
  person("mina", "Mina Farrowdale", r.Personnel),
  person("theo", "Theo Brackwell", r.Personnel)
]

/** Names of the three people in each further company, in company order. */
const otherNames = [
  ["Bree Oakhollow", "Basil Thornquist", "Bette Larkmoor"],
  ["Cleo Marshbank", "Cyrus Fielding", "Cora Wrenlow"],
  ["Dario Penhallow", "Della Rookwood", "Dinah Saltmarsh"],
  ["Enzo Hartmoor", "Edda Lockridge", "Elio Fairbourne"],
  ["Faye Quernmore", "Felix Standish", "Flora Netherby"],
  ["Gideon Ashgrove", "Greta Millrace", "Gwen Tarnside"]
] as const

/** The people of a company, the `place`th of `demoCompanies`; the first one of a role is the one whose sign-in is printed. */
export const peopleOf = (company: DemoCompany, place: number): ReadonlyArray<DemoPerson> => {
  if (company === siteCompany) return sitePeople
  if (company === mainCompany) return mainPeople
  const [admin, owner, agent] = otherNames[(place - 2) % otherNames.length] ?? otherNames[0]
  return [person("admin", admin, r.Admin), person("owner", owner, r.Owner), person("agent", agent, r.CallCenterAgent)]
}
