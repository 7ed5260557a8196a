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
    request.onload = () => {
      const lines = request.getAllResponseHeaders().split("\r\n").filter(Boolean)
      const answered = lines.map((line): [string, string] => {
        const [name = "", ...value] = line.split(": ")
        return [name, value.join(": ")]
      })
      const bytes = request.response as ArrayBuffer
      // A response with status 204 may not have a body, not even an empty one.
      const body = bytes.byteLength === 0 ? null : bytes
      resolve(new Response(body, { status: request.status, headers: answered }))
    }
    request.onerror = () => reject(new TypeError("The server did not answer"))
    request.onabort = () => reject(new DOMException("Given up", "AbortError"))
    signal?.addEventListener("abort", () => request.abort())
    request.send(body as XMLHttpRequestBodyInit)
  })
