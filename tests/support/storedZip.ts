/** An archive with uncompressed entries. */
export const storedZip = (parts: Readonly<Record<string, string>>): Uint8Array => {
  const locals: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), content)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]))
}
