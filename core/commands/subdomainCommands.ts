import { Effect, Schema } from "effect"
import { HttpBody } from "effect/http"
import { withClient } from "#core/api/ApiClient.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import { facilityListForm } from "#core/facilities/findFacility.ts"
import { findSubdomain } from "#core/subdomains/findSubdomain.ts"
import type { NewSubdomain, Subdomain, SubdomainEdit } from "#core/subdomains/Subdomain.ts"
import type { ChangedSubdomain } from "#core/subdomains/SubdomainsApi.ts"
import { SubdomainNotFound } from "#core/subdomains/SubdomainErrors.ts"
import { command, type InputField } from "./Command.ts"
import { FacilityIds, facilityIdsOf, textField } from "./fields.ts"
import { subdomainFormCommands } from "./subdomainFormCommands.ts"
import { takeBackFrom } from "./takeBackFrom.ts"
import { subdomainDone } from "./thingDone.ts"

/** Form values: texts and files. `File` is the platform's, in a browser or in Node. */
type FormValues = Parameters<typeof HttpBody.formDataRecord>[0]

const touches = ["subdomains", "facilities", "audit"] as const

const subdomainField = textField({
  label: "Subdomain",
  description: "A subdomain by its URL, display name or id",
  positional: true,
  picks: "subdomain"
})

const facilitiesField = (label: string, description: string) =>
  ({
    schema: FacilityIds,
    label,
    description,
    picks: "facilities",
    optional: true
  }) as const satisfies InputField<string>

export const listSubdomains = command({
  id: "subdomains.list",
  title: "List subdomains",
  section: "Settings",
  keywords: ["portals", "overlock", "branding"],
  input: {},
  risk: "reads",
  terminal: { path: ["subdomains", "ls"], examples: ["lockdesk subdomains ls"] },
  does: { call: "subdomains.list", run: () => withClient((client) => client.subdomains.list({ query: {} })) }
})

/** Creates a subdomain from its form. */
export const addSubdomain = (payload: NewSubdomain) =>
  withClient((client) => client.subdomains.create({ query: {}, payload }))

export const createSubdomain = command({
  id: "subdomains.create",
  title: "Add a subdomain",
  section: "Settings",
  keywords: ["new", "portal", "overlock", "branding"],
  input: {
    displayName: textField({ label: "Display name", description: "The portal's name", positional: true }),
    subdomainUrl: textField({
      label: "Subdomain URL",
      description: "At most 20 lowercase letters, digits and hyphens",
      positional: true
    }),
    facilities: facilitiesField("Facilities", `Facilities on it ${facilityListForm}`)
  },
  risk: "changes",
  touches,
  terminal: {
    path: ["subdomains", "create"],
    examples: [
      "lockdesk subdomains create 'Maple Storage' maple",
      "lockdesk subdomains create 'Maple East' maple-east --facilities 'Maple St,Alder Drive'"
    ]
  },
  done: subdomainDone("was added"),
  does: {
    call: "subdomains.create",
    run: ({ displayName, subdomainUrl, facilities }) =>
      addSubdomain({ displayName, subdomainUrl, facilityIDs: facilityIdsOf(facilities), logo: "" })
  }
})

/** Updates a subdomain from its form. */
export const changeSubdomain = (payload: SubdomainEdit) =>
  withClient((client) => client.subdomains.update({ query: {}, payload }))

/** Logos don't count: undoing an edit leaves them as they are, and one is uploaded after the edit. */
const isSameSubdomain = (one: Subdomain, other: Subdomain): boolean =>
  one.id === other.id &&
  one.displayName === other.displayName &&
  one.subdomainUrl === other.subdomainUrl &&
  one.facilityIDs.join() === other.facilityIDs.join()

/**
 * The call that undoes a change and returns moved facilities to their former subdomain; null if nothing was changed. A
 * removed logo is not restored and has to be uploaded again.
 */
export const takeBackSubdomain = ({ before, data, moved, unchanged }: ChangedSubdomain) =>
  unchanged === true
    ? null
    : takeBackFrom({
        made: data,
        edit: ({ version }) => {
          const { id, displayName, subdomainUrl, facilityIDs } = before
          const givesTo = moved.length === 0 ? {} : { givesTo: moved }
          return changeSubdomain({ id, displayName, subdomainUrl, facilityIDs, ...givesTo, version })
        },
        list: (client) => client.subdomains.list({ query: {} }),
        isSame: isSameSubdomain
      })

/** Finds the subdomain that was typed. */
const subdomainOf = Effect.fnUntraced(function* (typed: string) {
  const { data } = yield* withClient((client) => client.subdomains.list({ query: {} }))
  return findSubdomain(data, typed) ?? (yield* new SubdomainNotFound({ data: { subdomain: typed } }))
})

export const editSubdomain = command({
  id: "subdomains.edit",
  title: "Edit a subdomain",
  section: "Settings",
  keywords: ["change", "rename", "portal", "assign", "facilities"],
  input: {
    subdomain: subdomainField,
    name: textField({ label: "Display name", description: "Another name", optional: true }),
    url: textField({ label: "Subdomain URL", description: "Another URL", optional: true }),
    assign: facilitiesField("Assign", `Facilities to add, ${facilityListForm}`),
    unassign: facilitiesField("Unassign", `Facilities to remove, ${facilityListForm}`),
    withoutLogo: {
      schema: Schema.Boolean,
      label: "Without logo",
      description: "Remove its logo",
      optional: true
    }
  },
  risk: "changes",
  touches,
  undo: "locks.undo",
  back: (_, answer: ChangedSubdomain) => takeBackSubdomain(answer),
  terminal: {
    path: ["subdomains", "edit"],
    examples: [
      "lockdesk subdomains edit maple --name 'Maple Self Storage'",
      "lockdesk subdomains edit maple --assign 'Maple St' --unassign 'Alder Drive'"
    ]
  },
  done: subdomainDone("was changed"),
  does: {
    call: "subdomains.update",
    run: Effect.fnUntraced(function* ({ subdomain, name, url, assign, unassign, withoutLogo }) {
      const { id, version, facilityIDs } = yield* subdomainOf(subdomain)
      const leaving = new Set(facilityIdsOf(unassign))
      const assigned = [...new Set([...facilityIDs, ...facilityIdsOf(assign)])].filter((each) => !leaving.has(each))
      return yield* changeSubdomain({
        id,
        version,
        ...(name === undefined ? {} : { displayName: name }),
        ...(url === undefined ? {} : { subdomainUrl: url }),
        ...(assign === undefined && unassign === undefined ? {} : { facilityIDs: assigned }),
        ...(withoutLogo === true ? { logo: null } : {})
      })
    })
  }
})

/** Uploads a logo after the subdomain was saved (002 §4). */
export const uploadLogo = (subdomainId: SubdomainId, file: unknown) =>
  Effect.suspend(() => {
    const { formData: payload } = HttpBody.formDataRecord({ file } as FormValues)
    return withClient((client) => client.subdomains.uploadLogo({ query: { subdomainId }, payload }))
  })

export const setSubdomainLogo = command({
  id: "subdomains.logo",
  title: "Upload the logo of a subdomain",
  section: "Settings",
  keywords: ["image", "picture", "portal", "branding"],
  input: {
    subdomain: subdomainField,
    file: {
      schema: Schema.Unknown,
      label: "File",
      description: "A PNG, GIF or JPEG image of at most 5 MB",
      positional: true,
      picks: "file"
    }
  },
  risk: "changes",
  touches: ["subdomains", "audit"],
  terminal: { path: ["subdomains", "logo"], examples: ["lockdesk subdomains logo maple logo.png"] },
  does: {
    call: "subdomains.uploadLogo",
    run: Effect.fnUntraced(function* ({ subdomain, file }) {
      return yield* uploadLogo((yield* subdomainOf(subdomain)).id, file)
    })
  }
})

/** The public page of a subdomain. */
export const showPortal = command({
  id: "subdomains.portal",
  title: "Show a portal's public page",
  section: "Settings",
  keywords: ["preview", "subdomain", "tenants"],
  input: {
    subdomainUrl: textField({ label: "Subdomain URL", description: "The URL of the portal", positional: true })
  },
  risk: "reads",
  terminal: { path: ["subdomains", "portal"], examples: ["lockdesk subdomains portal maple"] },
  does: {
    call: "subdomains.portal",
    run: (params) => withClient((client) => client.subdomains.portal({ params }))
  }
})

export const subdomainCommands = [
  listSubdomains,
  createSubdomain,
  editSubdomain,
  setSubdomainLogo,
  showPortal,
  ...subdomainFormCommands
] as const
