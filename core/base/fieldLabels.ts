/** What fields are called on their screens, and where a record says that they were changed. */
export const fieldLabels = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  role: "Role",
  companyName: "Company name",
  paidThrough: "Paid through",
  maxLocksPerFacility: "Locks per facility",
  /** Of an API key. */
  expiresOn: "Last day",
  mayReveal: "May reveal combinations"
} as const
