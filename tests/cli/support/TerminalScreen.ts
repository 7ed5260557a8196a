const escape = "\u001b"
/** Control characters that move the cursor. */
const moves = "\r\n\b\u0007"
/** An escape sequence with its parameters and final letter, another escape, a control character, or text. */
const pieces = new RegExp(`${escape}\\[([0-9;?]*)([A-Za-z])|${escape}.|[${moves}]|[^${escape}${moves}]+`, "gu")
/** A sequence whose rest is in the next chunk. */
const unfinished = new RegExp(`${escape}(\\[[0-9;?]*)?$`)

/**
 * What a user sees of a process's output at a terminal: the characters, cursor movements, erasing and the alternate buffer that
 * our screens and prompts use. It ignores all other sequences, as a terminal does.
 */
export class TerminalScreen {
  readonly #columns: number
  #main: Array<string> = [""]
  #alternate: Array<string> | null = null
  #row = 0
  #column = 0
  #savedRow = 0
  /** Everything written so far, including escape sequences. */
  raw = ""
  #pending = ""

  readonly #hasAlternate: boolean

  /** A terminal without an alternate buffer draws everything on the normal one. */
  constructor(columns: number, hasAlternate = true) {
    this.#columns = columns
    this.#hasAlternate = hasAlternate
  }

  /** The text of the current screen. */
  get text(): string {
    return (this.#alternate ?? this.#main)
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd()
  }

  /** The text of the normal buffer, which stays in the scrollback. */
  get scrollback(): string {
    return this.#main
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd()
  }

  write(chunk: string): void {
    this.raw += chunk
    const text = this.#pending + chunk
    const whole = unfinished.exec(text)
    this.#pending = whole?.[0] ?? ""
    const ready = text.slice(0, text.length - this.#pending.length)
    const parts = ready.matchAll(pieces)
    for (const [part, parameters, final] of parts) {
      if (final !== undefined) this.#control(parameters ?? "", final)
      else if (part === "\r") this.#column = 0
      else if (part === "\n") this.#down(1)
      else if (part === "\b") this.#column = Math.max(0, this.#column - 1)
      else if (part !== "\u0007" && !part.startsWith(escape)) this.#print(part)
    }
  }

  get #lines(): Array<string> {
    return this.#alternate ?? this.#main
  }

  #control(parameters: string, final: string): void {
    const count = Number(parameters) || 1
    switch (final) {
      case "A":
        this.#row = Math.max(0, this.#row - count)
        return
      case "B":
        return this.#down(count)
      case "C":
        this.#column += count
        return
      case "D":
        this.#column = Math.max(0, this.#column - count)
        return
      case "G":
        this.#column = count - 1
        return
      case "H":
        this.#row = 0
        this.#column = 0
        return
      case "J":
        if (parameters === "2" || parameters === "3") this.#lines.fill("")
        else this.#lines.splice(this.#row + 1)
        return this.#setLine(parameters === "2" ? "" : this.#line().slice(0, this.#column))
      case "K":
        return this.#setLine(parameters === "2" ? "" : this.#line().slice(0, this.#column))
      case "h":
      case "l":
        if (parameters === "?1049" && this.#hasAlternate) this.#switch(final === "h")
    }
  }

  #switch(alternate: boolean): void {
    if (alternate) {
      this.#savedRow = this.#row
      this.#alternate = [""]
      this.#row = 0
    } else {
      this.#alternate = null
      this.#row = this.#savedRow
    }
    this.#column = 0
  }

  #line(): string {
    return this.#lines[this.#row] ?? ""
  }

  #setLine(text: string): void {
    while (this.#lines.length <= this.#row) this.#lines.push("")
    this.#lines[this.#row] = text
  }

  #down(count: number): void {
    this.#row += count
    this.#setLine(this.#line())
  }

  #print(text: string): void {
    for (const char of text) {
      if (this.#column >= this.#columns) {
        this.#column = 0
        this.#down(1)
      }
      const line = [...this.#line().padEnd(this.#column)]
      line[this.#column] = char
      this.#setLine(line.join(""))
      this.#column++
    }
  }
}
