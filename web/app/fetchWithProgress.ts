/** Like `fetch`, but with upload progress, which `fetch` doesn't support. */
export const fetchWithProgress = (
  url: string,
  { method = "GET", headers, body, signal }: RequestInit,
  sent: (share: number) => void
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = "arraybuffer"
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => sent(total === 0 ? 1 : loaded / total)
    /** Status and headers of the response once it has begun. */
    let begun: ResponseInit | null = null
    request.onreadystatechange = () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) begun = startOf(request)
    }
    request.onload = () => {
      const bytes = request.response as ArrayBuffer
      // A response with status 204 may not have a body, not even an empty one.
      const body = bytes.byteLength === 0 ? null : bytes
      resolve(new Response(body, startOf(request)))
    }
    request.onerror = () => {
      const error = new TypeError("The server did not answer")
      // As `fetch` does: a response that has begun is there, and reading it fails.
      if (begun === null) reject(error)
      else resolve(new Response(new ReadableStream({ start: (body) => body.error(error) }), begun))
    }
    request.onabort = () => reject(new DOMException("Given up", "AbortError"))
    signal?.addEventListener("abort", () => request.abort())
    request.send(body as XMLHttpRequestBodyInit)
  })

const startOf = (request: XMLHttpRequest): ResponseInit => ({
  status: request.status,
  headers: request
    .getAllResponseHeaders()
    .split("\r\n")
    .filter(Boolean)
    .map((line): [string, string] => {
      const [name = "", ...value] = line.split(": ")
      return [name, value.join(": ")]
    })
})
