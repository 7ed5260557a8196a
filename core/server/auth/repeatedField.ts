const [quote, backslash, colon, space] = ['"', 92, 58, 32] as const

/** Where a string of valid JSON ends that begins at a position. */
const endOfString = (json: string, from: number): number => {
  for (let end = json.indexOf(quote, from + 1); ; end = json.indexOf(quote, end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
}

/** How many fields a valid JSON text has, counted as often as they are there. */
const fieldsIn = (json: string): number => {
  let fields = 0
  for (let at = json.indexOf(quote); at >= 0; at = json.indexOf(quote, at + 1)) {
    at = endOfString(json, at)
    let next = at + 1
    while (json.charCodeAt(next) <= space) next += 1
    if (json.charCodeAt(next) === colon) fields += 1
  }
  return fields
}

const fieldsOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const inside: ReadonlyArray<unknown> = Object.values(value)
  let fields = Array.isArray(value) ? 0 : inside.length
  for (const each of inside) fields += fieldsOf(each)
  return fields
}

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/**
 * The first field that an object of a JSON text has twice, or null. `JSON.parse` takes the last one silently, so the parsed
 * `value` has fewer fields. Counting them costs less than parsing; the name is looked for only if there is one.
 */
export const repeatedField = (json: string, value: unknown): string | null => {
  if (fieldsIn(json) === fieldsOf(value)) return null
  const open: Array<Set<string>> = []
  for (const [token, mark] of json.matchAll(tokens)) {
    if (token === "{") open.push(new Set())
    else if (token === "}") open.pop()
    else if (mark !== undefined) {
      const name = String(JSON.parse(token.slice(0, -mark.length)))
      if (open.at(-1)?.has(name) === true) return name
      open.at(-1)?.add(name)
    }
  }
  return null
}
