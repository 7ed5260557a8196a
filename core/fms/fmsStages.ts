import { Fms, type FmsId } from "./fmsSystems.ts"

/** How far a connection came before it failed: the step that did not succeed. */
export const fmsStages = [
  "dns",
  "tcp",
  "tls",
  "http",
  "auth",
  "license",
  "facility",
  "schema",
  "data",
  "budget"
] as const
export type FmsStage = (typeof fmsStages)[number]

/** What the documents call a failed login (001 §3). */
export const loginFailed = 401

interface StageWords {
  /** The sentence a person reads. */
  readonly message: (fmsName: string) => string
  readonly nextAction: (fms: FmsId) => string
}

const cannotConnect = (fmsName: string) => `Unable to connect to ${fmsName}`
const checkAddress = () => "Check the base URL and try again."

/** The documents' hint for a Sitelink login (001 §8). */
export const sitelinkHint = "Please set your password to Never Expire on Sitelink by Storable"

/** What each failed step says, and what to do about it. The one table; connectors only name the step. */
export const stageWords: Readonly<Record<FmsStage, StageWords>> = {
  dns: { message: cannotConnect, nextAction: checkAddress },
  tcp: { message: cannotConnect, nextAction: checkAddress },
  tls: { message: cannotConnect, nextAction: checkAddress },
  http: { message: cannotConnect, nextAction: () => "Try again; if it stays, ask the FMS whether its service is up." },
  auth: {
    message: (fmsName) => `Unable to Login to ${fmsName}`,
    nextAction: (fms) =>
      fms === Fms.id.Sitelink ? `Enter the credentials again. ${sitelinkHint}.` : "Enter the credentials again."
  },
  license: {
    message: (fmsName) => `${fmsName} has not licensed this interface`,
    nextAction: () => "Ask the FMS to license the interface for this facility."
  },
  facility: {
    message: (fmsName) => `${fmsName} does not know this facility`,
    nextAction: (fms) =>
      `Correct the ${
        {
          [Fms.id.Sitelink]: "location code",
          [Fms.id.WebSelfStorage]: "entity number",
          [Fms.id.Yardi]: "property code",
          [Fms.id.SsmCloud]: "location code"
        }[fms as number] ?? "facility ID"
      } and try again.`
  },
  schema: {
    message: (fmsName) => `${fmsName} answered in a form that is not known`,
    nextAction: () => "Open a support ticket and attach the redacted sample."
  },
  data: {
    message: (fmsName) => `${fmsName} has no units for this facility`,
    nextAction: () => "Check the FMS's web-exclusion flags of the units."
  },
  budget: {
    message: (fmsName) => `The calls that ${fmsName} allows are used up`,
    nextAction: () => "Wait for the time stated."
  }
}
