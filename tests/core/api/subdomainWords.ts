import * as Acting from "#core/acting/CompanyErrors.ts"
import type { Problem } from "#core/api/problem.ts"
import { CompanyId, SubdomainId } from "#core/base/ids.ts"
import * as Subdomains from "#core/subdomains/SubdomainErrors.ts"

const logo = (reason: Subdomains.LogoFault, sentence: string) =>
  [new Subdomains.LogoRefused({ data: { reason } }), 422, sentence] as const

/** The failures of subdomains and companies (see `words.test.ts`). */
export const subdomainFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [new Subdomains.SubdomainNotFound({ data: { subdomain: "maple" } }), 404, "Your company has no subdomain 'maple'."],
  [
    new Subdomains.SubdomainRefused({
      data: { issues: [{ path: "subdomainUrl", message: "Subdomain URL is required." }] }
    }),
    422,
    "Subdomain URL is required."
  ],
  [
    new Subdomains.SubdomainUrlTaken({ data: { subdomainUrl: "maple" } }),
    409,
    "Subdomain URL 'maple' is already taken."
  ],
  [
    new Subdomains.SubdomainChangedMeanwhile({ data: { id: SubdomainId.make(7), version: 2, updatedBy: "Ada Marsh" } }),
    409,
    "This subdomain was changed by Ada Marsh since you opened it."
  ],
  logo("None", "No file was sent."),
  logo("Several", "A subdomain has one logo. Choose one file."),
  logo("TooLarge", "The logo is larger than 5 MB."),
  logo("NotAnImage", "The logo must be a PNG, GIF or JPEG image."),
  logo("Svg", "SVG files can't be a logo. Save it as a PNG image."),
  logo("TooManyPixels", "The logo has more than 16 megapixels."),
  logo("TooSlow", "The logo takes too long to read."),
  logo("Broken", "The logo is damaged and can't be read."),
  [
    new Acting.CompanyChangedMeanwhile({ data: { companyID: CompanyId.make(7), updatedBy: "Ada Marsh" } }),
    409,
    "This company was changed by Ada Marsh since you opened it."
  ],
  [
    new Acting.CompanyRefused({ data: { issues: [{ path: "companyName", message: "Company name is required." }] } }),
    422,
    "Company name is required."
  ],
  [new Subdomains.LogoUnavailable(), 501, "This server can't read images, so logos can't be uploaded."],
  [new Subdomains.PortalNotFound({ data: { subdomainUrl: "maple" } }), 404, "There is no portal 'maple'."]
]
