/** Each digit as five lines of blocks, readable across a desk. */
const shapes: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0": ["█████", "█   █", "█   █", "█   █", "█████"],
  "1": ["  █  ", " ██  ", "  █  ", "  █  ", " ███ "],
  "2": ["█████", "    █", "█████", "█    ", "█████"],
  "3": ["█████", "    █", " ████", "    █", "█████"],
  "4": ["█   █", "█   █", "█████", "    █", "    █"],
  "5": ["█████", "█    ", "█████", "    █", "█████"],
  "6": ["█████", "█    ", "█████", "█   █", "█████"],
  "7": ["█████", "    █", "   █ ", "  █  ", "  █  "],
  "8": ["█████", "█   █", "█████", "█   █", "█████"],
  "9": ["█████", "█   █", "█████", "    █", "█████"]
}

/** Digits per group: `1234` is read as 12 34. */
const groupSize = 2

/** A code as lines of big digits, in groups. */
export const bigDigits = (code: string): ReadonlyArray<string> =>
  [0, 1, 2, 3, 4].map((line) =>
    [...code]
      .map((digit, index) => (index > 0 && index % groupSize === 0 ? "   " : "") + (shapes[digit]?.[line] ?? ""))
      .join("  ")
  )

/** The same digits in a row, for screen readers. */
export const spokenDigits = (code: string): string => [...code].join(" ")
