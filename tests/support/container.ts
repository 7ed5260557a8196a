/** The start of an OLE file with one stream: an old Excel workbook, or a newer one with a password. */
export const container = (stream: string): Uint8Array => {
  const bytes = Buffer.alloc(1024)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.write("Root Entry", 512, "utf16le")
  bytes.write(stream, 640, "utf16le")
  return new Uint8Array(bytes)
}
