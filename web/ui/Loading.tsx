/** Loading text. */
export const Loading = () => (
  <p className="loading muted" role="status">
    Loading…
  </p>
)
