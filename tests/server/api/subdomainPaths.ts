/** The calls of subdomains and of companies' accounts, by hand (002 §7; accounts and the portal are ours). */
export const subdomainPaths = `GET /companies/accounts/{id}
  POST /companies/accounts
  PUT /companies/accounts/{id}
  GET /companies/subdomains
  POST /companies/subdomains
  PUT /companies/subdomains
  GET /companies/subdomains/validate-url
  POST /companies/subdomains/upload-logo
  GET /portal/{subdomainUrl}
`
