/** Calls of the server. What is not 2xx is thrown as a Fault; a cancelled call is told by `isCancelled`. */

export class Fault extends Error {
  constructor(status, answer) {
    super(answer.error || `${status}`);
    this.status = status;
    this.errors = answer.errors ?? [];
    this.conflicts = answer.conflicts ?? [];
    this.answer = answer;
  }
}

export const isCancelled = (error) => error?.name === "AbortError";

export async function call(method, path, body, options = {}) {
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer;
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": isBytes ? "application/octet-stream" : "application/json" },
    body: body === undefined || isBytes ? body : JSON.stringify(body),
    ...options,
  });
  const text = await response.text();
  const answer = parsed(text);
  if (!response.ok) throw new Fault(response.status, answer ?? { error: text });
  return answer ?? text;
}

export const get = (path, options) => call("GET", path, undefined, options);
export const post = (path, body, options) => call("POST", path, body, options);
export const put = (path, body, options) => call("PUT", path, body, options);
export const patch = (path, body, options) => call("PATCH", path, body, options);
export const remove = (path, options) => call("DELETE", path, undefined, options);

/** A path with values, each of them escaped. */
export const query = (path, values) => `${path}?${new URLSearchParams(values)}`;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
