import type { Notice } from "#web/app/notices.ts"

/** The kind of a notice by word, beside its color and shape. */
const kinds: Readonly<Record<Notice["kind"], string>> = {
  default: "Notice",
  info: "Notice",
  success: "Done",
  warning: "Warning",
  error: "Error"
}

/** A notice as it is read: its kind, what happened, what to do. */
export const spoken = ({ kind, text, next }: Notice): string =>
  `${kinds[kind]}: ${text}${next === undefined ? "" : ` ${next}`}`

/** What a notice says. */
export const NoticeText = ({ notice }: { readonly notice: Notice }) => (
  <div className={`notice ${notice.kind}`}>
    <p>
      <span className="hidden">{kinds[notice.kind]}: </span>
      {notice.text}
    </p>
    {notice.next === undefined ? null : <p className="muted">{notice.next}</p>}
  </div>
)
