/** Labels of fields, on their screens and in records of their changes. */
export const fieldLabels = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  role: "Role",
  companyName: "Company name",
  paidThrough: "Paid through",
  maxLocksPerFacility: "Locks per facility",
  /** For API keys. */
  expiresOn: "Last day",
  mayReveal: "May reveal combinations"
} as const
