import type { Row } from "./callTable.ts"

const read = 1
const write = 2

/** The subdomain portal calls (002 §6; see `callTable.ts`). */
export const subdomainCalls: Readonly<Record<string, Row>> = {
  "subdomains.list": { needs: [9, read], path: "/companies/subdomains", answers: 200 },
  "subdomains.create": {
    needs: [9, write],
    method: "POST",
    path: "/companies/subdomains",
    body: { displayName: "", subdomainUrl: "" },
    answers: [422, "SubdomainRefused"]
  },
  "subdomains.update": {
    needs: [9, write],
    method: "PUT",
    path: "/companies/subdomains",
    body: { id: 999999 },
    answers: [404, "SubdomainNotFound"]
  },
  "subdomains.checkUrl": {
    needs: [9, write],
    path: "/companies/subdomains/validate-url?url=free",
    answers: 200
  },
  "subdomains.uploadLogo": {
    needs: [9, write],
    method: "POST",
    path: "/companies/subdomains/upload-logo?subdomainId=999999",
    body: {},
    answers: [415, "WrongContentType"]
  },
  "subdomains.portal": { needs: "anybody", path: "/portal/none", answers: [404, "PortalNotFound"] }
}
