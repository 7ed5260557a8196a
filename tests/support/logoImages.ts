import { crc32, deflateSync } from "node:zlib"

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const png = (width: number, height: number, bits: number, pixels: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = bits
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(pixels)),
      chunk("IEND", Buffer.alloc(0))
    ])
  )
}

/** A gray PNG with a given size. */
export const pngOf = (width: number, height: number, gray = 128): Uint8Array<ArrayBuffer> => {
  const row = Buffer.alloc(width + 1, gray)
  row[0] = 0
  return png(width, height, 8, Buffer.concat(Array.from({ length: height }, () => row)))
}

/** A few kilobytes that claim to be 3,600,000,000 pixels. */
export const bomb = (): Uint8Array<ArrayBuffer> => png(60_000, 60_000, 1, Buffer.alloc(7501 * 2000))

const base64 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64"))

/** The text in the metadata of the JPEG below. */
export const jpegNote = "secret GPS note"

/** A JPEG of 40 by 30 with metadata. */
export const jpeg = base64(
  "/9j/4QDYRXhpZgAASUkqAAgAAAAHABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAJiCAgAQAAAAcgAAAGmHBAABAAAAggAAAAAAAAA4YwAA6AMAADhjAADoAwAAc2VjcmV0IEdQUyBub3RlAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAAAoAAAAA6AEAAEAAAAeAAAAAAAAAP/bAEMAFA4PEg8NFBIQEhcVFBgeMiEeHBwePSwuJDJJQExLR0BGRVBac2JQVW1WRUZkiGVtd3uBgoFOYI2XjH2Wc36BfP/bAEMBFRcXHhoeOyEhO3xTRlN8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fP/AABEIAB4AKAMBIgACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAABf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAAA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIwCiYAAAAAAAAAD/9k="
)

/** A GIF of 8 by 8 with two frames. */
export const movingGif = base64(
  "R0lGODlhCAAIAIAAAExpcf8AACH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAAh+QQFAAAAACwAAAAACAAIAIBMaXEA/wACB4yPqcvtXQAAOw=="
)

/** The size in a PNG's header. */
export const sizeOf = (bytes: Uint8Array): readonly [width: number, height: number] => {
  const view = Buffer.from(bytes)
  return [view.readUInt32BE(16), view.readUInt32BE(20)]
}
