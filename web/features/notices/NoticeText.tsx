import type { Notice } from "#web/app/notices.ts"
import { Sentence } from "#web/ui/Sentence.tsx"

/** The kind as a word, so that color and shape aren't the only cue. */
const kinds: Readonly<Record<Notice["kind"], string>> = {
  default: "Notice",
  info: "Notice",
  success: "Done",
  warning: "Warning",
  error: "Error"
}

/** A notification as read aloud: kind, text, next step. */
export const spoken = ({ kind, text, next }: Notice): string =>
  `${kinds[kind]}: ${text}${next === undefined ? "" : ` ${next}`}`

/** Text of a notification. */
export const NoticeText = ({ notice }: { readonly notice: Notice }) => (
  <div className={`notice ${notice.kind}`}>
    <p>
      <span className="hidden">{kinds[notice.kind]}: </span>
      <Sentence text={notice.text} />
    </p>
    {notice.next === undefined ? null : (
      <p className="muted">
        <Sentence text={notice.next} />
      </p>
    )}
  </div>
)
