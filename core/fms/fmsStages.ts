import { minuteText } from "#core/base/minuteText.ts"
import { fmsProfiles } from "./fmsFields.ts"
import { Fms, type FmsId } from "./fmsSystems.ts"

/** The stages of a connection, by which failures are reported. */
export const fmsStages = [
  "dns",
  "tcp",
  "tls",
  "timeout",
  "http",
  "auth",
  "license",
  "facility",
  "schema",
  "data",
  "budget"
] as const
export type FmsStage = (typeof fmsStages)[number]

/** The documents' code for a failed login (001 §3). */
export const loginFailed = 401

interface StageWords {
  /** The message, without its period. */
  readonly message: (fmsName: string) => string
  readonly nextAction: (fms: FmsId) => string
}

/** The parts of a failed connection that decide its message. */
export interface SeenFault {
  readonly stage: FmsStage
  readonly code: string
  readonly retryAt: string | null
}

const cannotConnect = (fmsName: string) => `Unable to connect to ${fmsName}`
const askWhetherUp = () => "Try again. If it keeps failing, ask the FMS whether its service is up."
const checkAddress = (fms: FmsId) =>
  fmsProfiles[fms].fields.some(({ name }) => name === "baseUrl") ? "Check the base URL and try again." : askWhetherUp()

/** The documents' hint for a Sitelink login (001 §8). */
export const sitelinkHint = "Please set your password to Never Expire on Sitelink by Storable"

/** The message for each failed stage, and what to do. Only here; connectors just name the stage. */
const stageWords: Readonly<Record<FmsStage, StageWords>> = {
  dns: { message: cannotConnect, nextAction: checkAddress },
  tcp: { message: cannotConnect, nextAction: checkAddress },
  tls: { message: cannotConnect, nextAction: checkAddress },
  timeout: { message: (fmsName) => `${fmsName} didn't respond in time`, nextAction: askWhetherUp },
  http: { message: cannotConnect, nextAction: askWhetherUp },
  auth: {
    message: (fmsName) => `Unable to Login to ${fmsName}`,
    nextAction: (fms) =>
      fms === Fms.id.Sitelink ? `Enter the credentials again. ${sitelinkHint}.` : "Enter the credentials again."
  },
  license: {
    message: (fmsName) => `${fmsName} hasn't licensed this interface`,
    nextAction: () => "Ask the FMS to license the interface for this facility."
  },
  facility: {
    message: (fmsName) => `${fmsName} doesn't recognize this facility`,
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
    message: (fmsName) => `${fmsName} sent an unexpected response`,
    nextAction: () => "Open a support ticket and attach the redacted sample."
  },
  data: {
    message: (fmsName) => `${fmsName} has no units for this facility`,
    nextAction: () => "Check the units' web-exclusion flags in the FMS."
  },
  budget: {
    message: (fmsName) => `The calls that ${fmsName} allows have been used up`,
    nextAction: () => "Try again later."
  }
}

interface ReasonWords {
  /** Follows the message after a colon. */
  readonly because: string
  readonly nextAction: string
}

const askServer = (setting: string): string => `ask whoever runs the server to add the host to ${setting}`
const enterAddress = "Enter an address such as https://fms.example.com/."

/** Base URLs this server never connects to; retrying does not help. */
const refusedAddresses: Readonly<Record<string, ReasonWords>> = {
  "https-only": {
    because: "only https addresses are allowed",
    nextAction: `Start the base URL with https://, or ${askServer("privateHosts")}.`
  },
  "port-not-allowed": {
    because: "its port is not allowed",
    nextAction: `Leave the port out of the base URL, or ${askServer("allowedHosts")}.`
  },
  "host-not-allowed": {
    because: "this server may not connect to its host",
    nextAction: `Check the base URL, or ${askServer("allowedHosts")}.`
  },
  "private-address": {
    because: "its address is inside a private network",
    nextAction: `Check the base URL, or ${askServer("privateHosts")}.`
  },
  "credentials-in-address": {
    because: "the base URL contains a user name or password",
    nextAction: "Remove them from the base URL and enter them in their own fields."
  },
  "bad-base-url": { because: "the base URL is not a web address", nextAction: enterAddress }
}

/** Reasons more specific than their stage. */
const reasons: Readonly<Record<string, ReasonWords>> = {
  ...refusedAddresses,
  redirect: {
    because: "it redirects to another address, which credentials are never sent to",
    nextAction: "Enter the final address as the base URL, or ask the FMS for it."
  },
  "simulator-off": {
    because: "its simulator is not running",
    nextAction: "Start the server with its demonstration data, which starts the simulators."
  },
  "units-interval": {
    because: "its units were read a few minutes ago",
    nextAction: "Try again later."
  },
  "too-large": {
    because: "the answer is larger than 20 MB",
    nextAction: "Check the base URL. If it is right, open a support ticket."
  }
}

/** The message for a failed connection: what happened and why, without a period, and what to do. */
export const faultWords = (
  fms: FmsId,
  { stage, code, retryAt }: SeenFault
): { readonly message: string; readonly nextAction: string } => {
  const words = stageWords[stage]
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const message = words.message(Fms.label(fms))
  const wait = retryAt === null ? "" : ` Calls are allowed again at ${minuteText(retryAt)}.`
  return {
    message: reason === undefined ? message : `${message}: ${reason.because}`,
    nextAction: `${reason?.nextAction ?? words.nextAction(fms)}${wait}`
  }
}

const outages: ReadonlySet<FmsStage> = new Set(["dns", "tcp", "tls", "timeout", "http", "budget", "data"])

/**
 * Whether a failed connection does not prove the credentials wrong: the FMS was not reached, had no calls left or no
 * units yet. Such a connection is saved and tested again later; any other failure has to be fixed first.
 */
export const isOutage = ({ stage, code }: Pick<SeenFault, "stage" | "code">): boolean =>
  outages.has(stage) && !Object.hasOwn(refusedAddresses, code)
