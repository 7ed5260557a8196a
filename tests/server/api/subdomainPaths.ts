/** The calls for subdomains and company accounts, copied by hand (002 §7); accounts and the portal are our own. */
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
