/** A serial code in groups of four, copied and read aloud as 8 digits. */
export const Serial = ({ code, marked = 0 }: { readonly code: string; readonly marked?: number }) => (
  <span className="code serial">
    {[code.slice(0, 4), code.slice(4)].map((group, at) => {
      const inGroup = Math.min(4, Math.max(0, marked - at * 4))
      return (
        <span key={at} className="group">
          {inGroup > 0 ? <mark>{group.slice(0, inGroup)}</mark> : null}
          {group.slice(inGroup)}
        </span>
      )
    })}
  </span>
)
