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

/** How many fields a value has, at any depth. Not recursive: a body can be nested deeper than the stack. */
const fieldsOf = (value: unknown): number => {
  const open = [value]
  let fields = 0
  while (open.length > 0) {
    const each = open.pop()
    if (typeof each !== "object" || each === null) continue
    const inside: ReadonlyArray<unknown> = Object.values(each)
    if (!Array.isArray(each)) fields += inside.length
    for (const one of inside) if (typeof one === "object") open.push(one)
  }
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
