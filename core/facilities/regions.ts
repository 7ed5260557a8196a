import { closest } from "#core/base/closest.ts"

/** Regions by code, for the countries in the documents (ledger B186): US states, Canadian provinces, German states. */
const names: Readonly<Record<"US" | "CA" | "DE", Readonly<Record<string, string>>>> = {
  US: {
    AL: "Alabama",
    AK: "Alaska",
    AZ: "Arizona",
    AR: "Arkansas",
    CA: "California",
    CO: "Colorado",
    CT: "Connecticut",
    DE: "Delaware",
    DC: "District of Columbia",
    FL: "Florida",
    GA: "Georgia",
    HI: "Hawaii",
    ID: "Idaho",
    IL: "Illinois",
    IN: "Indiana",
    IA: "Iowa",
    KS: "Kansas",
    KY: "Kentucky",
    LA: "Louisiana",
    ME: "Maine",
    MD: "Maryland",
    MA: "Massachusetts",
    MI: "Michigan",
    MN: "Minnesota",
    MS: "Mississippi",
    MO: "Missouri",
    MT: "Montana",
    NE: "Nebraska",
    NV: "Nevada",
    NH: "New Hampshire",
    NJ: "New Jersey",
    NM: "New Mexico",
    NY: "New York",
    NC: "North Carolina",
    ND: "North Dakota",
    OH: "Ohio",
    OK: "Oklahoma",
    OR: "Oregon",
    PA: "Pennsylvania",
    RI: "Rhode Island",
    SC: "South Carolina",
    SD: "South Dakota",
    TN: "Tennessee",
    TX: "Texas",
    UT: "Utah",
    VT: "Vermont",
    VA: "Virginia",
    WA: "Washington",
    WV: "West Virginia",
    WI: "Wisconsin",
    WY: "Wyoming"
  },
  CA: {
    AB: "Alberta",
    BC: "British Columbia",
    MB: "Manitoba",
    NB: "New Brunswick",
    NL: "Newfoundland and Labrador",
    NS: "Nova Scotia",
    NT: "Northwest Territories",
    NU: "Nunavut",
    ON: "Ontario",
    PE: "Prince Edward Island",
    QC: "Quebec",
    SK: "Saskatchewan",
    YT: "Yukon"
  },
  DE: {
    BW: "Baden-Württemberg",
    BY: "Bavaria",
    BE: "Berlin",
    BB: "Brandenburg",
    HB: "Bremen",
    HH: "Hamburg",
    HE: "Hesse",
    MV: "Mecklenburg-Western Pomerania",
    NI: "Lower Saxony",
    NW: "North Rhine-Westphalia",
    RP: "Rhineland-Palatinate",
    SL: "Saarland",
    SN: "Saxony",
    ST: "Saxony-Anhalt",
    SH: "Schleswig-Holstein",
    TH: "Thuringia"
  }
}

/** A region: its code and its full name. */
export interface Region {
  readonly code: string
  readonly name: string
}

/** Every region, country by country. Codes are unique across countries. */
export const regions: ReadonlyArray<Region> = Object.values(names).flatMap((country) =>
  Object.entries(country).map(([code, name]) => ({ code, name }))
)

const byCode = new Map(regions.map((region) => [region.code, region]))
const byName = new Map(regions.map((region) => [region.name.toLowerCase(), region]))

/** Finds a region by code or full name, ignoring case; undefined if there is none. */
export const regionOf = (text: string): Region | undefined =>
  byCode.get(text.trim().toUpperCase()) ?? byName.get(text.trim().toLowerCase())

/** The closest region to a misspelled one. */
export const nearestRegion = (text: string): Region | undefined => {
  const name = closest(
    text.trim(),
    regions.map((region) => region.name)
  )
  return name === undefined ? undefined : byName.get(name.toLowerCase())
}

/** A region formatted as 'Name (code)'; any other text is unchanged. */
export const regionShown = (state: string): string => {
  const region = regionOf(state)
  return region === undefined ? state : `${region.name} (${region.code})`
}
