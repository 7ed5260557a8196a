/** Text lengths of the form (001 §5; the name's limit is ours). */
export const facilityLimits = { name: 100, street: { min: 4, max: 60 }, text: 100, zip: 20, phone: 10 } as const
