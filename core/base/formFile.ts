import { Schema } from "effect"

/** A file of a form. The server reads it part by part; this is how the OpenAPI document describes it. */
export const FormFile = Schema.String.annotate({ format: "binary" })
