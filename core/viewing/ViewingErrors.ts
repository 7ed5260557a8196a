import { Schema } from "effect"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { defineProblem } from "#core/base/problem.ts"

/** Users can't view as someone with more access than themselves. */
export class ViewAboveYours extends defineProblem<ViewAboveYours>()({
  tag: "ViewAboveYours",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ as: Schema.String }),
  words: ({ as }) => ({
    error: `You can't view as ${as}, because they have access that you don't have.`,
    next: askAnAdmin
  })
}) {}

/** The target is neither a role of the company nor one of its active users. */
export class ViewTargetNotFound extends defineProblem<ViewTargetNotFound>()({
  tag: "ViewTargetNotFound",
  status: 404,
  exit: "notFound",
  words: {
    error: "Your company has no such role or active user.",
    next: "Enter a role of your company, or a user's email."
  }
}) {}
