/** Something is on its way. */
export const Loading = () => (
  <p className="loading muted" role="status">
    Loading…
  </p>
)
