import { Schema } from "effect"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { SubdomainId } from "#core/base/ids.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"
import { logoLimits } from "./subdomainLimits.ts"

/** The company has no subdomain with the requested id, URL or name. */
export class SubdomainNotFound extends defineProblem<SubdomainNotFound>()({
  tag: "SubdomainNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ subdomain: Schema.String }),
  words: (data) => ({
    error: `Your company has no subdomain '${data.subdomain}'.`,
    next: "See the list of subdomains."
  })
}) {}

/** Missing fields of a subdomain, or fields that break a rule of 002 §5; `issues` lists each. */
export class SubdomainRefused extends defineProblem<SubdomainRefused>()({
  tag: "SubdomainRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** Another subdomain, of this or another company, has this URL. The message does not say whose. */
export class SubdomainUrlTaken extends defineProblem<SubdomainUrlTaken>()({
  tag: "SubdomainUrlTaken",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ subdomainUrl: Schema.String }),
  words: (data) => ({ error: `Subdomain URL '${data.subdomainUrl}' is already taken.`, next: "Choose another one." })
}) {}

/** The message of `SubdomainChangedMeanwhile`, which a form shows before it is sent, too. */
export const subdomainChanged = changedMeanwhile("This subdomain was", "it")

/** The subdomain was changed after it was opened. Nothing was saved. */
export class SubdomainChangedMeanwhile extends defineProblem<SubdomainChangedMeanwhile>()({
  tag: "SubdomainChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: SubdomainId, version: Schema.Int, ...updatedBy }),
  words: subdomainChanged
}) {}

const logoWords = {
  None: "No file was sent.",
  Several: "A subdomain has one logo. Choose one file.",
  TooLarge: "The logo is larger than 5 MB.",
  NotAnImage: "The logo must be a PNG, GIF or JPEG image.",
  Svg: "SVG files can't be a logo. Save it as a PNG image.",
  TooManyPixels: `The logo has more than ${logoLimits.pixels / 1_000_000} megapixels.`,
  TooSlow: "The logo takes too long to read.",
  Broken: "The logo is damaged and can't be read."
} as const

/** Reasons to refuse a logo file. */
export const logoFaults = Object.keys(logoWords) as ReadonlyArray<keyof typeof logoWords>
export type LogoFault = keyof typeof logoWords

/** A file that can't be a logo (002 §5). The subdomain is unchanged. */
export class LogoRefused extends defineProblem<LogoRefused>()({
  tag: "LogoRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ reason: Schema.Literals(logoFaults) }),
  words: (data) => ({ error: logoWords[data.reason], next: "Choose another image." })
}) {}

/** This server can't read images: the library for it is not installed. */
export class LogoUnavailable extends defineProblem<LogoUnavailable>()({
  tag: "LogoUnavailable",
  status: 501,
  exit: "failed",
  words: {
    error: "This server can't read images, so logos can't be uploaded.",
    next: "Ask your server administrator to install Lockdesk with npm, which includes the sharp package."
  }
}) {}

/** No visible portal has this URL. */
export class PortalNotFound extends defineProblem<PortalNotFound>()({
  tag: "PortalNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ subdomainUrl: Schema.String }),
  words: (data) => ({ error: `There is no portal '${data.subdomainUrl}'.`, next: "Check the address." })
}) {}
